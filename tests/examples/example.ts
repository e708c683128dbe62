import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { buildPackages } from "../../scripts/build-packages.ts";
import { root } from "../../scripts/run-step.ts";
import { freePort, type Product, until } from "../product.ts";

/** A copy of an example with the published packages installed. */
export interface Example {
  url: string;
  stop(): Promise<void>;
}

const published = ["client", "react"] as const;

/** Without variables of the test runner, which would cause a development build. */
function environment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, VITEST: _vitest, NODE_OPTIONS: _options, ...env } = process.env;
  return { ...env, NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1", ...extra };
}

/**
 * Copies `examples/<name>` out of the repository, installs its dependencies with the packages packed here, builds it,
 * and starts it as an app of the product.
 */
export async function startExample(name: string, product: Product): Promise<Example> {
  const scratch = await mkdtemp(path.join(tmpdir(), `porchlight-example-${name}-`));
  const folder = path.join(scratch, name);
  try {
    await cp(path.join(root, "examples", name), folder, { recursive: true });
    await usePackedPackages(scratch, folder);
    await run("npm", ["install", "--no-audit", "--no-fund"], folder);
    await run("npm", ["run", "build"], folder);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const child = start(folder, {
      PORT: String(port),
      HOST: "localhost",
      SITE_URL: url,
      PORCHLIGHT_HOST: product.url,
      PORCHLIGHT_CLIENT_ID: await registerApp(product, url),
    });
    await until(async () => (await fetch(url).catch(() => undefined))?.ok || undefined, `${name} to answer`, 60_000);
    return {
      url,
      async stop() {
        await end(child);
        await rm(scratch, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(scratch, { recursive: true, force: true });
    throw error;
  }
}

/** Replaces the versions in the manifest by the packages packed here. */
async function usePackedPackages(scratch: string, folder: string): Promise<void> {
  const built = path.join(scratch, "built");
  await mkdir(built);
  await buildPackages({ into: built });
  const file = path.join(folder, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8"));
  for (const name of published) {
    const packed = path.join(scratch, name);
    await mkdir(packed);
    await run("npm", ["pack", "--pack-destination", packed], path.join(built, name));
    const [tarball = ""] = await readdir(packed);
    manifest.dependencies[`@porchlight/${name}`] = `file:${path.join(packed, tarball)}`;
  }
  await writeFile(file, JSON.stringify(manifest, null, 2));
}

async function run(command: string, args: string[], cwd: string): Promise<void> {
  await promisify(execFile)(command, args, { cwd, env: environment(), maxBuffer: 10_000_000 }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
  });
}

async function registerApp(product: Product, url: string): Promise<string> {
  const { stdout, stderr, code } = await product.command(
    ...["app", "create", "--name", "Example", "--redirect-uri", `${url}/auth/callback`, "--origin", url],
    ...["--refresh-tokens", "rotate", "--json"],
  );
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { clientId: string }).clientId;
}

/** In its own process group, because npm starts children. */
function start(folder: string, env: Record<string, string>): ChildProcess {
  return spawn("npm", ["start"], { cwd: folder, env: environment(env), stdio: "ignore", detached: true });
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (child.pid === undefined || child.exitCode !== null) return;
  process.kill(-child.pid, "SIGTERM");
  await ended;
}
