import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { collectionsModule } from "../../codegen/collections-module.ts";
import { readCollections } from "../../codegen/read-collections.ts";
import { codeOf } from "../../runtime/data-dir.ts";
import { Failure } from "../../runtime/errors/failure.ts";
import { type Io, printResult } from "../../runtime/io.ts";

export interface CodegenOptions {
  url: string;
  key?: string;
  out: string;
  check?: boolean;
}

/** `porchlight codegen` */
export async function codegen(io: Io, { url, key, out, check = false }: CodegenOptions): Promise<void> {
  const secret = key ?? io.env["PORCHLIGHT_KEY"];
  if (!secret) {
    throw new Failure(
      "The API key is missing: use --key or PORCHLIGHT_KEY. Create one: porchlight key create --name codegen",
      {
        exitCode: 2,
      },
    );
  }
  const collections = await readCollections(url, secret);
  const text = collectionsModule(collections);
  const current = readCurrent(out);
  // Line endings may differ in a checkout.
  const isSame = current?.replaceAll("\r\n", "\n") === text;
  if (check && !isSame) {
    const fault = current === undefined ? "does not exist" : "is out of date";
    throw new Failure(`"${out}" ${fault}. Regenerate it: porchlight codegen --url ${url} --out ${out}`);
  }
  if (!isSame) write(out, text);
  const facts = { out, collections: collections.length, changed: !isSame };
  printResult(io, facts, `${isSame ? "Unchanged" : "Wrote"} "${out}", with collections: ${collections.length}.`);
}

function readCurrent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new Failure(`"${file}" cannot be read. Name another file with --out.`, { cause: error });
  }
}

function write(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch (cause) {
    throw new Failure(`"${file}" cannot be written. Name another file with --out.`, { cause });
  }
}
