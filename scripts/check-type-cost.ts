import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "./run-step.ts";

/**
 * Compares the number of type instantiations of a client with typed collections with its budget: too many make editors
 * slow. Reads the published declarations, which must be built. Exits with 1 if there are more.
 */

const budget = 20_000;
const collections = 20;
const numbers = Array.from({ length: collections }, (_, index) => index);

/** Collections with a field of every type and references to each other, each queried, read and written. */
const program = `
import { createClient, OAuthStrategy } from "@porchlight/client";
import { defineCollections, items } from "@porchlight/client/data";

const all = defineCollections({${numbers
  .map(
    (number) => `
  Collection${number}: {
    title: { type: "TEXT", required: true },
    count: "NUMBER",
    open: "BOOLEAN",
    at: "DATETIME",
    tags: "ARRAY_STRING",
    text: "RICH_CONTENT",
    email: "EMAIL",
    image: "IMAGE",
    other: { type: "REFERENCE", to: "Collection${(number + 1) % collections}" },
    others: { type: "MULTI_REFERENCE", to: "Collection${(number + 7) % collections}" },
  },`,
  )
  .join("")}
});
const client = createClient({ host: "x", auth: OAuthStrategy({ clientId: "x" }), modules: { items } });
${numbers
  .map(
    (number) => `
export const page${number} = await client.items
  .query(all.Collection${number})
  .eq("title", "a")
  .gt("count", 1)
  .hasSome("tags", ["x"])
  .include("other")
  .ascending("at")
  .find();
export const title${number}: string | undefined = page${number}.items[0]?.other?.title;
await client.items.insert(all.Collection${number}, { title: "a", count: 1 });
export const item${number} = await client.items.get(all.Collection${number}, "1");`,
  )
  .join("\n")}
`;

const dist = path.join(root, "packages/client/dist");
const folder = await mkdtemp(path.join(dist, "type-cost-"));
try {
  const types = path.join(dist, "types/client");
  const config = {
    compilerOptions: {
      target: "ES2024",
      lib: ["ES2024", "DOM", "DOM.Iterable"],
      module: "ESNext",
      moduleResolution: "Bundler",
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      paths: {
        "@porchlight/client": [path.join(types, "index.d.ts")],
        "@porchlight/client/data": [path.join(types, "data/index.d.ts")],
      },
    },
    files: ["program.ts"],
  };
  await writeFile(path.join(folder, "program.ts"), program);
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder, "--extendedDiagnostics"]);
  const count = Number(/Instantiations:\s*(\d+)/.exec(stdout)?.[1] ?? Number.NaN);
  console.log(`client with ${collections} collections: ${count} type instantiations of ${budget}`);
  if (!(count > 0 && count <= budget)) process.exitCode = 1;
} catch (error) {
  console.error((error as { stdout?: string }).stdout ?? error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
