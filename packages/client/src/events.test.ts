import { describe, expect, it } from "vitest";
import { createEmitter, type Session } from "./events.ts";

const session: Session = { status: "visitor", role: "visitor", expiresAt: 0 };

describe("listeners", () => {
  it("are not called after removal, even for a pending event", async () => {
    const emitter = createEmitter();
    const heard: string[] = [];
    const off = emitter.on("changed", () => heard.push("gone"));
    emitter.on("changed", () => heard.push("stays"));
    emitter.emit("changed", { session });
    off();
    await Promise.resolve();
    expect(heard).toEqual(["stays"]);
  });

  it("prevent a listener that they remove from receiving the same event", async () => {
    const emitter = createEmitter();
    const heard: string[] = [];
    emitter.on("changed", () => off());
    const off = emitter.on("changed", () => heard.push("gone"));
    emitter.emit("changed", { session });
    await Promise.resolve();
    expect(heard).toEqual([]);
  });
});
