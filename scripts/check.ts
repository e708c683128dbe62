import { runStep } from "./run-step.ts";

interface Check {
  name: string;
  command: readonly [string, ...string[]];
  /** Prints the output of a passed check, too. */
  showsOutput?: boolean;
}

const node = process.execPath;

/** All checks that a change must pass, the fastest first. */
const checks: readonly Check[] = [
  { name: "codebase", command: [node, "scripts/check-codebase.ts"] },
  { name: "error catalogue", command: [node, "scripts/make-error-docs.ts", "--check"] },
  { name: "settings reference", command: [node, "scripts/make-settings-docs.ts", "--check"] },
  { name: "fault matrix", command: [node, "scripts/make-fault-docs.ts", "--check"] },
  { name: "faults of a cluster", command: [node, "scripts/make-cluster-docs.ts", "--check"] },
  { name: "licenses", command: [node, "scripts/check-licenses.ts"], showsOutput: true },
  { name: "vulnerabilities", command: [node, "scripts/check-vulnerabilities.ts"], showsOutput: true },
  { name: "lint and format", command: ["biome", "check", "--error-on-warnings", "--diagnostic-level=warn", "."] },
  { name: "types", command: ["tsc", "-p", "tsconfig.json", "--noEmit"] },
  { name: "client size", command: [node, "scripts/check-bundle-size.ts"], showsOutput: true },
  { name: "hosted script", command: [node, "scripts/make-hosted-script.ts", "--check"], showsOutput: true },
  { name: "build", command: [node, "scripts/build.ts"] },
  { name: "type cost", command: [node, "scripts/check-type-cost.ts"], showsOutput: true },
  { name: "site size", command: [node, "scripts/check-site-size.ts"], showsOutput: true },
  { name: "console size", command: [node, "scripts/check-console-size.ts"], showsOutput: true },
];

let failures = 0;
for (const { name, command, showsOutput } of checks) {
  const [program, ...args] = command;
  const { code, output, seconds } = await runStep(program, args);
  console.log(`${code === 0 ? "ok    " : "FAILED"}  ${name} (${seconds.toFixed(1)} s)`);
  if (code !== 0 || showsOutput) console.log(output.trimEnd().replace(/^/gm, "        "));
  if (code !== 0) failures += 1;
}
if (failures > 0) {
  console.error(`${failures} of ${checks.length} checks failed`);
  process.exitCode = 1;
}
