import os from "node:os";
import { type Benchmark, formatReport } from "./report.ts";

const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  blog: async () => (await import("./blog.ts")).benchBlog,
  "blog-sizes": async () => (await import("./blog-sizes.ts")).benchBlogSizes,
  graphql: async () => (await import("./graphql.ts")).benchGraphql,
  data: async () => (await import("./data.ts")).benchData,
  auth: async () => (await import("./auth.ts")).benchAuth,
  client: async () => (await import("./client.ts")).benchClient,
  render: async () => (await import("./render.ts")).benchRender,
  console: async () => (await import("./console.ts")).benchConsole,
  lighthouse: async () => (await import("./lighthouse.ts")).benchLighthouse,
  start: async () => (await import("./start.ts")).benchStart,
  workload: async () => (await import("./workload.ts")).benchWorkload,
  nodes: async () => (await import("./nodes.ts")).benchNodes,
  soak: async () => (await import("./soak.ts")).benchSoak,
};

/** Slow benchmarks, which run only by name. */
const rare: ReadonlySet<string> = new Set(["blog-sizes", "workload", "nodes", "soak"]);

/** `npm run bench [-- name…]`: runs all benchmarks, or the named ones. The exit code is 1 if one fails. */
async function run(names: readonly string[]): Promise<number> {
  const all = Object.keys(benchmarks);
  const unknown = names.find((name) => !Object.hasOwn(benchmarks, name));
  if (unknown !== undefined) {
    console.error(`There is no benchmark "${unknown}". There are: ${all.join(", ")}.`);
    return 1;
  }
  const usual = all.filter((name) => !rare.has(name));
  const processor = os.cpus()[0]?.model.trim() || "unknown processor";
  console.log(`Node ${process.versions.node}, ${os.availableParallelism()} × ${processor}, load ${loadNow()}\n`);
  for (const name of names.length > 0 ? new Set(names) : usual) {
    try {
      const bench = await benchmarks[name]!();
      console.log(`${formatReport(await bench((line) => console.error(`${name}: ${line}`)))}\n`);
    } catch (error) {
      console.error(`The benchmark "${name}" failed: ${error instanceof Error ? error.message : String(error)}`);
      return 1;
    }
  }
  console.log(`load ${loadNow()}`);
  return 0;
}

/** Runnable processes of the last minute: more than the number of processors means contention. */
function loadNow(): string {
  return os.loadavg()[0]!.toFixed(1);
}

process.exitCode = await run(process.argv.slice(2));
