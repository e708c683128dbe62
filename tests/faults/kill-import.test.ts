import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launcher, makeDataDir, type Product, startProduct, until } from "../product.ts";

const postCount = 600;
let product: Product;
let folder: string;

beforeAll(async () => {
  product = await startProduct({ args: ["--site", "none"] });
  folder = makeDataDir();
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < postCount; number += 1) {
    const body = `Words and [links](post${(number + 1) % postCount}.md).\n\n`.repeat(40);
    const head = `---\ntitle: Post ${number}\ndate: 2024-01-01\ntags: [tag${number % 20}]\n---\n`;
    writeFileSync(path.join(folder, `post${number}.md`), `${head}${body}`);
  }
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Listed {
  imports: { id: string; status: string; done: number }[];
}

async function json<Answer>(...args: string[]): Promise<Answer> {
  const { stdout, stderr, code } = await product.command(...args, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Answer;
}

it("a killed import continues without duplicates", async () => {
  const child = spawn(process.execPath, [launcher, "import", folder, "--data-dir", product.dataDir], {
    stdio: "ignore",
    detached: true,
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const cutOff = await until(
    async () => {
      const [job] = (await json<Listed>("import", "list")).imports;
      return job && job.done > 0 ? job : undefined;
    },
    "the import to be under way",
    60_000,
  );
  // The launcher and its children, like `kill -9` of the process group.
  process.kill(-child.pid!, "SIGKILL");
  await ended;
  const [left] = (await json<Listed>("import", "list")).imports;
  expect(left).toMatchObject({ id: cutOff.id, status: "STARTED" });
  expect(left!.done).toBeLessThan(postCount);

  const resumed = await product.command("import", "resume", cutOff.id);
  expect({ code: resumed.code, stderr: resumed.stderr }).toMatchObject({ code: 0 });
  expect(resumed.stderr).toMatch(/Continuing after \d+ of 600\./);
  expect(resumed.stdout).toContain(`Posts and pages added ${postCount}, changed 0, unchanged 0, left out 0.`);
  expect(resumed.stdout).toContain("tags 20,");
  expect(await json("import", "show", cutOff.id)).toMatchObject({ status: "DONE", done: postCount });
  expect((await json<Listed>("import", "list")).imports).toHaveLength(1);

  const refused = await product.command("import", "resume", cutOff.id);
  expect(refused).toMatchObject({ code: 1, stderr: "This import is done already.\n" });
  const undone = await product.command("import", "undo", cutOff.id);
  expect(undone).toMatchObject({ code: 0, stdout: "Removed: posts 600, categories 0, tags 20, images 0.\n" });
  expect(await json("import", "list")).toMatchObject({ imports: [{ undoneDate: expect.any(String) }] });
});
