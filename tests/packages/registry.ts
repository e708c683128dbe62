import { execFile, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { freePort, until } from "../product.ts";

/** npm fetches them only for these tests. The tag of `node-fetch` that one depends on is not in every registry. */
const tools = {
  private: true,
  dependencies: { "@arethetypeswrong/cli": "0.18.5", publint: "0.3.25", verdaccio: "6.10.4" },
  overrides: { "node-fetch": "2.7.0" },
};

/** A registry on this machine with packages of this repository; others come from the registry that npm uses. */
export interface LocalRegistry {
  url: string;
  /** Publishes the package in a folder. */
  publish(folder: string): Promise<void>;
  /** Checks the package in a folder with publint and "Are the types wrong?". @throws {Error} with their findings. */
  inspect(folder: string): Promise<void>;
  /** Runs npm or npx without access to the packages of this repository. @returns The standard output. */
  run(command: "npm" | "npx", args: readonly string[], cwd: string): Promise<string>;
  /** Environment of programs that {@link run} would start. */
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** Starts the registry; `scratch` receives its files and the cache of npm. */
export async function startRegistry(scratch: string): Promise<LocalRegistry> {
  const folder = path.join(scratch, "registry");
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { stdout } = await promisify(execFile)("npm", ["config", "get", "registry"]);
  const ownPackages = { access: "$all", publish: "$all" };
  const config = {
    storage: path.join(folder, "storage"),
    uplinks: { npm: { url: stdout.trim() } },
    packages: {
      porchlight: ownPackages,
      "@porchlight/*": ownPackages,
      "**": { access: "$all", proxy: "npm" },
    },
    max_body_size: "200mb",
    log: { type: "stdout", format: "pretty", level: "warn" },
  };
  const configFile = path.join(folder, "config.yaml");
  // JSON is YAML.
  await writeFile(configFile, JSON.stringify(config));
  await writeFile(path.join(folder, "package.json"), JSON.stringify(tools));
  await promisify(execFile)("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  const verdaccio = path.join(folder, "node_modules/verdaccio/bin/verdaccio");
  const child = spawn(process.execPath, [verdaccio, "--listen", `127.0.0.1:${port}`, "--config", configFile], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (data) => {
    errors += data;
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`The registry ended: ${errors}`);
      return (await fetch(`${url}-/ping`).catch(() => undefined))?.ok || undefined;
    },
    "the registry",
    120_000,
  ).catch(async (error) => {
    await stop();
    throw error;
  });

  const { NODE_ENV: _mode, VITEST: _vitest, NODE_OPTIONS: _options, ...rest } = process.env;
  const inherited = Object.entries(rest).filter(([name]) => !/^(?:npm_|INIT_CWD)/i.test(name));
  const userConfig = path.join(folder, "npmrc");
  await writeFile(userConfig, `registry=${url}\n//127.0.0.1:${port}/:_authToken=any\naudit=false\nfund=false\n`);
  const env = {
    ...Object.fromEntries(inherited),
    npm_config_userconfig: userConfig,
    npm_config_cache: path.join(folder, "cache"),
    npm_config_update_notifier: "false",
  };
  const run = async (command: string, args: readonly string[], cwd: string): Promise<string> => {
    const { stdout: output } = await promisify(execFile)(command, args, { cwd, env }).catch((error) => {
      throw new Error(`${error.message}\n${error.stdout}`);
    });
    return output;
  };
  return {
    url,
    env,
    run,
    stop,
    publish: async (published) => {
      await run("npm", ["publish", "--ignore-scripts"], published);
    },
    inspect: async (published) => {
      const bin = path.join(folder, "node_modules/.bin");
      await run(path.join(bin, "publint"), ["--strict"], published);
      await run(path.join(bin, "attw"), ["--pack", ".", "--profile", "esm-only"], published);
    },
  };
}
