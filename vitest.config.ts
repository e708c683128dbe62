import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Until a test that hangs is given up. What is waited for within it has limits of its own; a busy machine takes five times as long. */
const patience = 60_000;
const longPatience = 180_000;
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
          globalSetup: "./packages/server/test/global-setup.ts",
          testTimeout: patience,
          hookTimeout: patience,
        },
      },
      {
        test: {
          ...shared,
          name: "recordings",
          include: ["tests/recordings/*.test.ts"],
          globalSetup: "./packages/server/test/global-setup.ts",
          testTimeout: patience,
          hookTimeout: patience,
        },
      },
      {
        test: {
          ...shared,
          name: "conformance",
          include: ["tests/conformance/*.test.ts"],
          globalSetup: "./packages/server/test/global-setup.ts",
          testTimeout: patience,
          hookTimeout: patience,
        },
      },
      {
        test: {
          expect: expectations,
          name: "faults",
          include: ["tests/faults/*.test.ts"],
          globalSetup: "./packages/server/test/global-setup.ts",
          testTimeout: longPatience,
          hookTimeout: longPatience,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...shared,
          name: "browser",
          include: ["tests/browser/*.test.ts"],
          globalSetup: "./tests/browser/global-setup.ts",
          testTimeout: longPatience,
          hookTimeout: longPatience,
          maxWorkers: 2,
        },
      },
      {
        // On demand, not among all tests: installs and builds other people's frameworks.
        test: {
          expect: expectations,
          name: "examples",
          include: ["tests/examples/*.test.ts"],
          testTimeout: longPatience,
          hookTimeout: longPatience,
          maxWorkers: 1,
        },
      },
    ],
  },
});
