import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, describe, expect, inject, it } from "vitest";
import { createPrimaryFinder, hostOf, splitHosts } from "./hosts.ts";

describe("splitHosts", () => {
  it("returns one URL for each host, without target_session_attrs", () => {
    expect(
      splitHosts("postgresql://u:p%40s@a:5432,b,[::1]:5433/d?target_session_attrs=read-write&sslmode=disable"),
    ).toEqual([
      "postgresql://u:p%40s@a:5432/d?sslmode=disable",
      "postgresql://u:p%40s@b/d?sslmode=disable",
      "postgresql://u:p%40s@[::1]:5433/d?sslmode=disable",
    ]);
    expect(splitHosts("postgres://a,b/d?sslmode=disable&target_session_attrs=primary")).toEqual([
      "postgres://a/d?sslmode=disable",
      "postgres://b/d?sslmode=disable",
    ]);
  });

  it("returns the URL of a single host, or of a socket folder", () => {
    for (const url of [
      "postgresql://u@a:1/d",
      "postgresql://u@%2Ftmp:1/d?sslmode=disable",
      "postgresql://u@/d?host=/tmp,x",
    ])
      expect(splitHosts(url)).toEqual([url]);
  });
});

describe("hostOf", () => {
  it("returns the server of a URL, or its socket folder", () => {
    expect(hostOf("postgresql://u@db:5433/d")).toEqual({ host: "db", port: 5433 });
    expect(hostOf("postgresql://u@/d?host=/run/postgresql")).toMatchObject({ host: "/run/postgresql" });
  });
});

describe("createPrimaryFinder", () => {
  it("rejects as unavailable while no server responds", async () => {
    const finder = createPrimaryFinder(
      ["postgresql://u@127.0.0.1:1/d", "postgresql://u@127.0.0.1:2/d"],
      () => undefined,
    );
    await expect(finder.find()).rejects.toMatchObject({ code: "ECONNREFUSED" });
    finder.close();
  });

  it("keeps the primary while another server fails", async () => {
    const { host, port: enginePort, user } = inject("engine");
    let refused = 0;
    const failing = createServer((connection) => {
      refused += 1;
      connection.destroy();
    }).listen(0, "127.0.0.1");
    await once(failing, "listening");
    afterAll(() => failing.close());
    const port = (failing.address() as { port: number }).port;
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", listen);
    const finder = createPrimaryFinder(
      [`postgresql://${user}@${encodeURIComponent(host)}:${enginePort}/postgres`, `postgresql://u@127.0.0.1:${port}/d`],
      () => undefined,
    );
    const found = await finder.find();
    // The third check starts when the second one has ended.
    await expect.poll(() => refused).toBeGreaterThan(2);
    expect(await finder.find()).toEqual(found);
    finder.close();
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
  });
});
