import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPackages } from "../../scripts/build-packages.ts";
import { buildProgram } from "../../scripts/build-program.ts";
import { freePort, until } from "../product.ts";
import { type LocalRegistry, startRegistry } from "./registry.ts";

let scratch: string;
let packed: string;
let registry: LocalRegistry;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "porchlight-packages-"));
  packed = path.join(scratch, "packed");
  [registry] = await Promise.all([
    startRegistry(scratch),
    buildPackages({ into: packed }),
    buildProgram(path.join(packed, "porchlight")),
  ]);
  for (const name of await readdir(packed)) await registry.publish(path.join(packed, name));
});
afterAll(async () => {
  await registry?.stop();
  await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
});

/** Starts the product in `folder` by `npx porchlight start`. */
async function startByNpx(folder: string, args: readonly string[]) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn("npx", ["--yes", "porchlight", "start", ...args], {
    cwd: folder,
    env: { ...registry.env, PORT: String(port) },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      output += data;
    });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`porchlight start ended:\n${output}`);
      return output.includes("Press Ctrl-C to stop") || undefined;
    },
    "the start",
    120_000,
  );
  return {
    url,
    output: () => output,
    stop: async () => {
      process.kill(-child.pid!, "SIGINT");
      await ended;
    },
  };
}

describe("the published packages", () => {
  it.each(["client", "react", "porchlight"])("have entries and types that resolve: %s", async (name) => {
    await registry.inspect(path.join(packed, name));
  });
});

describe("the package porchlight in an empty folder", () => {
  it("runs the site, the console, and the API by npx porchlight start", async () => {
    const folder = path.join(scratch, "empty");
    await mkdir(folder);
    const product = await startByNpx(folder, ["--demo"]);
    try {
      const page = await (await fetch(product.url)).text();
      expect(page).toContain("Lantern Street Workshop");
      const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
      expect(assets.length).toBeGreaterThan(1);
      const setup = /\/admin\/setup#\S+/.exec(product.output())?.[0];
      const consolePage = await fetch(product.url + setup);
      expect([consolePage.status, await consolePage.text()]).toEqual([200, expect.stringContaining("/admin/assets/")]);
      const images = [...page.matchAll(/\/media\/[^" ]+\/v1\/fill\/[^" ]+/g)].map(([image]) => image);
      for (const file of [...assets, images[0], "/reference", "/dev/mail"]) {
        const { status } = await fetch(product.url + file);
        expect([file, status]).toEqual([file, 200]);
      }
      expect(await readdir(folder)).toEqual(["data"]);
    } finally {
      await product.stop();
    }
  });

  it("imports a blog, and applies a configuration in code", async () => {
    const folder = path.join(scratch, "installed");
    await mkdir(path.join(folder, "posts"), { recursive: true });
    await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await writeFile(
      path.join(folder, "posts/hello.md"),
      "---\ntitle: Hello from a file\ndate: 2026-01-02\n---\n\nText.\n",
    );
    await writeFile(
      path.join(folder, "porchlight.config.ts"),
      `import { defineSite } from "porchlight";
export default defineSite({ collections: [{ id: "Recipes", fields: [{ key: "title", type: "TEXT" }] }] });
`,
    );
    await registry.run("npm", ["install", "porchlight"], folder);
    expect(await registry.run("npx", ["porchlight", "import", "posts"], folder)).toContain("added 1,");
    const product = await startByNpx(folder, []);
    try {
      expect(await registry.run("npx", ["porchlight", "collection", "list"], folder)).toContain("Recipes");
      expect(await (await fetch(`${product.url}/blog`)).text()).toContain("Hello from a file");
      const report = await registry.run("npx", ["porchlight", "doctor"], folder);
      expect(report.split("\n").filter((line) => line.startsWith("error"))).toEqual([]);
    } finally {
      await product.stop();
    }
  });
});
