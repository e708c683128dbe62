import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { launcher, until } from "../product.ts";
import { useProductBesideFiles } from "./product-beside-files.ts";

const beside = useProductBesideFiles();
const { command, pathOf, write } = beside;

async function create(id: string): Promise<void> {
  const fields = [
    { key: "title", type: "TEXT" },
    { key: "minutes", type: "NUMBER" },
    { key: "eaten", type: "DATETIME" },
  ];
  const file = write(`${id}.json`, JSON.stringify({ id, fields }));
  expect(await command("collection", "create", file)).toMatchObject({ code: 0 });
}

/** Items of the collection, as exported by the CLI. */
async function itemsOf(id: string): Promise<Record<string, unknown>[]> {
  const file = pathOf(`${id}-${Math.random()}.jsonl`);
  expect(await command("collection", "export", id, file)).toMatchObject({ code: 0 });
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("item files in the CLI", () => {
  it("are imported with a note for each invalid row", async () => {
    await create("Told");
    const file = write("told.csv", "_id;Titel;minutes\n1;Suppe;2,5\n2;Brot;viel\n3;=1+1;7\n");
    const done = await command("collection", "import", "Told", file, "--map", "Titel=title");
    expect(done).toMatchObject({ code: 0, stderr: "Reading 1 kB\nImporting 1 kB\n" });
    expect(done.stdout).toContain("Items inserted 2, replaced 0, passed over 0; rows refused 1.");
    expect(done.stdout).toContain('minutes: "…" is not a number. (1)\n  told.csv:3  "viel"\n');
    expect(await itemsOf("Told")).toMatchObject([
      { _id: "1", title: "Suppe", minutes: 2.5 },
      { _id: "3", title: "=1+1", minutes: 7 },
    ]);

    const again = JSON.parse(
      (await command("collection", "import", "Told", file, "--mode", "skip", "--map", "Titel=title", "--json")).stdout,
    );
    expect(again).toMatchObject({ status: "COMPLETED", counts: { inserted: 0, skipped: 2, refused: 1 } });
    const csv = pathOf("told-out.csv");
    expect(await command("collection", "export", "Told", csv, "--field", "title")).toMatchObject({
      code: 0,
      stdout: `Exported to "${csv}": items 2.\n`,
    });
    expect(readFileSync(csv, "utf8")).toBe("\uFEFF_id,title\r\n1,Suppe\r\n3,'=1+1\r\n");
    expect(await command("collection", "export", "Told", csv)).toMatchObject({
      code: 1,
      stderr: `There is a file "${csv}" already. Name a new one.\n`,
    });
  });

  it("are rejected with one sentence if they are missing or invalid", async () => {
    await create("Refused");
    const broken = write("broken.csv", 'title\nA\nB\n"C\nD\n');
    const { code, stdout } = await command("collection", "import", "Refused", broken);
    expect(code).toBe(1);
    expect(stdout).toContain(`${broken}:4: A quotation mark in the row that starts here is never closed.`);
    expect(await itemsOf("Refused")).toMatchObject([{ title: "A" }, { title: "B" }]);
    expect(await command("collection", "import", "Refused", `${broken}x`)).toMatchObject({
      code: 1,
      stderr: `The file "${broken}x" cannot be read. Is the path right?\n`,
    });
    expect(await command("collection", "import", "Nowhere", broken)).toMatchObject({
      code: 1,
      stderr: 'There is no collection "Nowhere". This lists them: porchlight collection list\n',
    });
  });

  it("are imported once although the import was killed", async () => {
    await create("Killed");
    const count = 60_000;
    const rows = Array.from({ length: count }, (_, n) => `Row ${n},${n},2030-01-31T14:30:00Z\n`);
    const file = write("killed.csv", `title,minutes,eaten\n${rows.join("")}`);
    const child = spawn(
      process.execPath,
      [launcher, "collection", "import", "Killed", file, "--data-dir", beside.product.dataDir],
      { stdio: "ignore", detached: true },
    );
    const ended = new Promise((resolve) => child.on("close", resolve));
    const key = JSON.parse((await command("key", "create", "--name", "k", "--role", "admin", "--json")).stdout)
      .key as string;
    const job = async () => {
      const address = `${beside.product.url}/_api/porchlight/v1/data/jobs?dataCollectionId=Killed`;
      const answer = await fetch(address, { headers: { authorization: key } });
      const { jobs } = (await answer.json()) as { jobs: { id: string; status: string; rows: number }[] };
      return jobs[0];
    };
    const started = await until(async () => ((await job())?.rows ? job() : undefined), "the first rows", 60_000);
    process.kill(-child.pid!, "SIGKILL");
    await ended;
    // The running server continues the import, and so would the same command.
    const resumed = await command("collection", "import", "Killed", file, "--json");
    const after = await until(
      async () => ((await job())?.status === "COMPLETED" ? job() : undefined),
      "the end of the import",
      120_000,
    );
    expect(after).toMatchObject({ rows: count, counts: { inserted: count, refused: 0 } });
    // If the server has finished it before, the command rejects the file.
    const resumedJob = JSON.parse(resumed.stdout) as { id: string; status: string };
    if (resumedJob.id === started?.id) expect(resumedJob.status).toBe("COMPLETED");
    else expect(resumedJob.status).toBe("FAILED");
    const numbers = (await itemsOf("Killed")).map(({ minutes }) => minutes as number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: count }, (_, n) => n));
  });
});
