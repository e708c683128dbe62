import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const slow = 60_000;
/** What a test waits for may come late on a busy machine; Vitest's own patience ends after a second. */
const expectations = { poll: { timeout: 10_000 } };
/**
 * Files of one worker share its modules: to load them anew for each takes longer than most tests do. What a test puts in place of a
 * global goes with it. Vitest itself leaves one core alone, which is half of a machine with two.
 */
const shared = {
  expect: expectations,
  isolate: false,
  maxWorkers: availableParallelism(),
  unstubGlobals: true,
  unstubEnvs: true,
  restoreMocks: true,
};

/**
 * The kinds of tests, each with what it needs around it. `npm test` runs them all but the examples, `npx vitest run --project unit`
 * one kind.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: [
            "packages/*/src/**/*.test.{ts,tsx}",
            "apps/*/src/**/*.test.{ts,tsx}",
            "apps/*/*.test.ts",
            "scripts/*.test.ts",
          ],
          globalSetup: "./packages/server/src/testing/global-setup.ts",
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          ...shared,
          name: "recordings",
          include: ["tests/recordings/*.test.ts"],
          globalSetup: "./packages/server/src/testing/global-setup.ts",
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          ...shared,
          name: "conformance",
          include: ["tests/conformance/*.test.ts"],
          globalSetup: "./packages/server/src/testing/global-setup.ts",
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          expect: expectations,
          name: "faults",
          include: ["tests/faults/*.test.ts"],
          globalSetup: "./packages/server/src/testing/global-setup.ts",
          testTimeout: slow,
          hookTimeout: slow,
          maxWorkers: 1,
        },
      },
      {
        test: {
          expect: expectations,
          name: "browser",
          include: ["tests/browser/*.test.ts"],
          testTimeout: slow,
          hookTimeout: slow,
          maxWorkers: 2,
        },
      },
      {
        // On demand, not among all tests: installs and builds other people's frameworks.
        test: {
          expect: expectations,
          name: "examples",
          include: ["tests/examples/*.test.ts"],
          testTimeout: slow,
          hookTimeout: slow,
          maxWorkers: 1,
        },
      },
    ],
  },
});
