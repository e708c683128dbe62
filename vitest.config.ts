import { defineConfig } from "vitest/config";

const slow = 60_000;

/** Four kinds of tests, each with what it needs around it. `npm test` runs them all, `npx vitest run --project unit` one kind. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
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
          name: "recordings",
          include: ["tests/recordings/*.test.ts"],
          globalSetup: "./packages/server/src/testing/global-setup.ts",
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "conformance",
          include: ["tests/conformance/*.test.ts"],
          globalSetup: "./packages/server/src/testing/global-setup.ts",
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "faults",
          include: ["tests/faults/*.test.ts"],
          testTimeout: slow,
          hookTimeout: slow,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/*.test.ts"],
          testTimeout: slow,
          hookTimeout: slow,
          maxWorkers: 1,
        },
      },
    ],
  },
});
