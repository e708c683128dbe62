import { describe, expect, it } from "vitest";
import { ApiKeyStrategy } from "../auth/strategies/api-key-strategy.ts";
import { createClient } from "../create-client.ts";
import { files } from "./files.ts";

/** A client whose upload takes `milliseconds`. */
function slowUploader(milliseconds: number) {
  const timers = new Map<number, { work: () => void; milliseconds: number }>();
  let lastTimerId = 0;
  const file = { id: "a.txt", createdDate: "2026-01-01T00:00:00.000Z", updatedDate: "2026-01-01T00:00:00.000Z" };
  const fetch = async (_input: RequestInfo | URL, init?: RequestInit) => {
    if (init?.method !== "PUT")
      return Response.json({ uploadUrl: "https://site.example/u/1", expirationDate: "2026-01-01T01:00:00.000Z" });
    for (const timer of [...timers.values()]) if (timer.milliseconds <= milliseconds) timer.work();
    init.signal?.throwIfAborted();
    return Response.json({ file });
  };
  return createClient({
    host: "https://site.example",
    auth: ApiKeyStrategy({ apiKey: "key" }),
    modules: { files },
    fetch,
    environment: {
      setTimeout: (work: () => void, milliseconds: number) => {
        timers.set(++lastTimerId, { work, milliseconds });
        return lastTimerId as never;
      },
      clearTimeout: (id: unknown) => timers.delete(id as number),
    } as never,
  });
}

describe("uploadFile", () => {
  it("may take as long as its URL is valid", async () => {
    const blob = new Blob(["Hello"]);
    const { file } = await slowUploader(59 * 60_000).files.uploadFile(blob, { filename: "a.txt" });
    expect(file._id).toBe("a.txt");
    const tooSlow = slowUploader(61 * 60_000).files.uploadFile(blob, { filename: "a.txt" });
    await expect(tooSlow).rejects.toMatchObject({ kind: "timeout" });
  });
});
