import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import { buildPackages } from "../../scripts/build-packages.ts";
import { root } from "../../scripts/run-step.ts";

/** An empty project outside the repository with published packages. */
export interface PackedProject {
  folder: string;
  /** Packs the built package and installs its tarball. @returns Its folder. */
  install(name: "client" | "react"): Promise<string>;
  /** Links packages of the repository's `node_modules`. */
  lend(...names: string[]): Promise<void>;
  /** Runs a Node program in the project. @returns Its output, parsed as JSON. */
  runNode(program: string, argument: unknown): Promise<unknown>;
  /** Type-checks a file and the declarations of packages in strict mode. @returns The errors. */
  typeCheck(file: string, source: string): Promise<string>;
}

export async function createPackedProject(): Promise<PackedProject> {
  const scratch = await mkdtemp(path.join(tmpdir(), "porchlight-packed-"));
  afterAll(() => rm(scratch, { recursive: true, force: true }));
  const folder = path.join(scratch, "project");
  const built = path.join(scratch, "built");
  await mkdir(folder);
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await buildPackages({ into: built });

  const npmSettings = { npm_config_cache: path.join(scratch, "cache"), npm_config_update_notifier: "false" };
  /** Returns the output of the program. @throws {Error} with the output if it fails. */
  async function run(command: string, args: string[], cwd = folder): Promise<string> {
    const env = { ...process.env, ...npmSettings, NODE_OPTIONS: "" };
    const { stdout } = await promisify(execFile)(command, args, { cwd, env }).catch((error) => {
      throw new Error(`${error.message}\n${error.stdout}`);
    });
    return stdout;
  }

  return {
    folder,
    async install(name) {
      const packed = await run("npm", ["pack", "--json", "--pack-destination", scratch], path.join(built, name));
      const tarball = path.join(scratch, /"filename":\s*"([^"]+)"/.exec(packed)?.[1] ?? "");
      const installed = path.join(folder, "node_modules/@porchlight", name);
      if (name === "client") {
        await run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", tarball]);
      } else {
        // npm would look up the other packages in the registry.
        await mkdir(installed, { recursive: true });
        await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed]);
      }
      return installed;
    },
    async lend(...names) {
      for (const name of names) {
        const target = path.join(folder, "node_modules", name);
        await mkdir(path.dirname(target), { recursive: true });
        await symlink(path.join(root, "node_modules", name), target);
      }
    },
    async runNode(program, argument) {
      const args = ["--input-type=module", "--eval", program, JSON.stringify(argument)];
      return JSON.parse(await run(process.execPath, args));
    },
    async typeCheck(file, source) {
      const compilerOptions = {
        target: "es2022",
        module: "nodenext",
        lib: ["ES2022", "DOM", "DOM.Iterable"],
        types: [],
        jsx: "react-jsx",
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true,
      };
      await writeFile(path.join(folder, file), source);
      await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
      return run(path.join(root, "node_modules/.bin/tsc"), ["--pretty", "false"]).catch(
        (error: Error) => error.message,
      );
    },
  };
}
