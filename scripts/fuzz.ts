import { parseArgs } from "node:util";
import { runStep } from "./run-step.ts";

/**
 * Sends random requests to every operation of the OpenAPI document: `npm run fuzz`. With the same seed, it repeats the
 * same requests; `npm test` sends fewer.
 */
const { values } = parseArgs({
  options: {
    /** Requests to each operation. */
    requests: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    /** A regular expression for areas, methods, paths and names of operations. */
    only: { type: "string", default: "" },
  },
});

const { code } = await runStep(
  "vitest",
  ["run", "--project", "conformance", "tests/conformance/api-fuzz.test.ts", "--reporter=default"],
  { env: { FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed, FUZZ_ONLY: values.only }, live: true },
);
console.log(`npm run fuzz -- --requests ${values.requests} --seed ${values.seed} --only "${values.only}"`);
process.exitCode = code;
