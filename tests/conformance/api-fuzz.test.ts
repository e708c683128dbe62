import { describe, expect, it } from "vitest";
import { brokenBodies, createDraw, type MadeRequest, makeRequest, readOperations } from "./fuzz.ts";
import { createFuzzFixtures } from "./fuzz-fixtures.ts";
import { findProblem } from "./fuzz-response.ts";
import { startServer } from "./running-server.ts";

/** `npm run fuzz` sets these. */
const { FUZZ_REQUESTS, FUZZ_SEED, FUZZ_ONLY } = process.env;
const requests = Number(FUZZ_REQUESTS ?? 20);
const seed = Number(FUZZ_SEED ?? 1);
const maxRequestMs = 2_000;
/** Requests until the fixture is created again. */
const batch = 25;

/** Without rate limits, which have their own tests. */
const server = await startServer({ rateLimits: false });
const renew = createFuzzFixtures(server);
const headers = { origin: server.origin };
const operations = (await readOperations(server.url)).filter(({ method, path, tags: [area], operationId }) =>
  new RegExp(FUZZ_ONLY ?? "", "i").test(`${area} ${method} ${path} ${operationId}`),
);

/** Memory that JavaScript values use. */
const megabytes = () => Math.round(process.memoryUsage().heapUsed / 2 ** 20);

/** A number of the text, so that the requests of an operation do not depend on the others. */
const hashOf = (text: string) => [...text].reduce((hash, char) => (Math.imul(hash, 31) + char.charCodeAt(0)) | 0, 7);

describe(`${requests} random requests with seed ${seed} receive documented responses`, () => {
  it.each(operations)("$method $path", { timeout: requests * maxRequestMs + 60_000 }, async (operation) => {
    const draw = createDraw(seed + hashOf(operation.operationId));
    const problems: string[] = [];
    let fixture = await renew(operation.tags[0]!);
    const make = () => makeRequest(operation, draw, { url: server.url, headers, ...fixture });
    const send = async (request: MadeRequest, what: string) => {
      const problem = await findProblem(operation, request);
      if (problem !== undefined && problems.length < 5) problems.push(`${what} ${problem}`);
    };
    if (operation.requestBody)
      for (const body of brokenBodies) await send({ ...make(), body }, "The response to an unreadable body");
    for (let number = 1; number <= requests; number++) {
      if (number % batch === 0) fixture = await renew(operation.tags[0]!);
      await send(make(), `The response to request ${number}`);
    }
    expect(problems.join("\n\n")).toBe("");
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    if (FUZZ_REQUESTS) process.stderr.write(`${operation.method} ${operation.path}: ${requests}, ${megabytes()} MB\n`);
  });

  it("do not leak memory", () => {
    expect(operations.length).toBeGreaterThan(FUZZ_ONLY ? 0 : 400);
    expect(megabytes()).toBeLessThan(1_024);
  });
});
