import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { makeRunFolder } from "./scripts/test-run/run-folder.ts";

// For Vitest without `npm test`, too.
process.env.TMPDIR ??= makeRunFolder();

/** Milliseconds. A busy machine takes five times as long as an idle one; waits within tests have their own limits. */
const timeout = 60_000;
const longTimeout = 180_000;
const downloadTimeout = 600_000;
/** Longer than Vitest's default of a second, for busy machines. */
const expectations = { poll: { timeout: 10_000 } };
/**
 * Files of one worker share its modules, because loading them again takes longer than most tests. Stubs are removed after
 * each test. By default Vitest leaves one core unused, which is half of a machine with two.
 */
const shared = {
  expect: expectations,
  isolate: false,
  maxWorkers: availableParallelism(),
  unstubGlobals: true,
  unstubEnvs: true,
  restoreMocks: true,
};

/** Vite prefers the ES module of `graphql`; Node loads the other one for its dependents. There must be only one. */
const resolve = { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] };

/** The kinds of tests. `npm test` runs all except the examples, `npx vitest run --project unit` runs one kind. */
export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: "unit",
          include: [
            "packages/*/{src,test}/**/*.test.{ts,tsx}",
            "apps/*/src/**/*.test.{ts,tsx}",
            "apps/*/*.test.ts",
            "scripts/*.test.ts",
          ],
          globalSetup: "./packages/server/test/global-setup.ts",
          // URLs of style sheets would be empty.
          css: { include: [/\.css\?url$/] },
          testTimeout: timeout,
          hookTimeout: timeout,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: "recordings",
          include: ["tests/recordings/*.test.ts"],
          globalSetup: "./packages/server/test/global-setup.ts",
          testTimeout: timeout,
          hookTimeout: timeout,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: "conformance",
          include: ["tests/conformance/*.test.ts"],
          globalSetup: "./packages/server/test/global-setup.ts",
          testTimeout: timeout,
          hookTimeout: timeout,
        },
      },
      {
        test: {
          expect: expectations,
          name: "faults",
          include: ["tests/faults/*.test.ts"],
          globalSetup: "./packages/server/test/global-setup.ts",
          testTimeout: longTimeout,
          hookTimeout: longTimeout,
          maxWorkers: 2,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: "browser",
          include: ["tests/browser/*.test.ts"],
          globalSetup: "./tests/browser/global-setup.ts",
          testTimeout: longTimeout,
          hookTimeout: longTimeout,
          maxWorkers: 2,
        },
      },
      {
        resolve,
        test: {
          expect: expectations,
          name: "packages",
          include: ["tests/packages/*.test.ts"],
          // Packages are downloaded.
          testTimeout: downloadTimeout,
          hookTimeout: downloadTimeout,
          maxWorkers: 1,
        },
      },
      {
        // Only by `npm run cluster`: needs PostgreSQL, PgBouncer and HAProxy of the system.
        resolve,
        test: {
          expect: expectations,
          name: "cluster",
          include: ["tests/cluster/*.test.ts"],
          testTimeout: longTimeout,
          hookTimeout: longTimeout,
          maxWorkers: 1,
        },
      },
      {
        // Only on demand: installs and builds third-party frameworks.
        test: {
          expect: expectations,
          name: "examples",
          include: ["tests/examples/*.test.ts"],
          testTimeout: longTimeout,
          hookTimeout: longTimeout,
          maxWorkers: 1,
        },
      },
    ],
  },
});
