import { createApiKey } from "@porchlight/server/operations";
import { expect, it } from "vitest";
import { createDraw, readOperations, spoiled, toJson } from "./fuzz.ts";
import { createFuzzFixtures, wholeForm, wholeSubmission } from "./fuzz-fixtures.ts";
import { findProblem } from "./fuzz-response.ts";
import { startServer } from "./running-server.ts";

/** Without rate limits, which have their own tests. */
const server = await startServer({ rateLimits: false });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Fuzz", role: "editor" });
const operations = await readOperations(server.url);

it("forms and submissions with one invalid part receive documented responses", async () => {
  const draw = createDraw(7);
  const { living } = await createFuzzFixtures(server)("forms");
  const submission = { formId: living.formId![0], submissions: wholeSubmission };
  const filter = { "submissions.number": { $gt: 1 } };
  const bodies = {
    createForm: { form: wholeForm },
    createSubmission: { submission },
    validateFormSubmission: { submission },
    querySubmission: { query: { filter, sort: [{ fieldName: "submissions.kind" }] } },
  };
  const names = Object.keys(bodies) as (keyof typeof bodies)[];
  for (let number = 0; number < 400; number++) {
    const name = draw.of(names);
    const operation = operations.find(({ operationId }) => operationId === name)!;
    const problem = await findProblem(operation, {
      url: `${server.url}${operation.path}`,
      method: "POST",
      headers: { authorization: key, "content-type": "application/json" },
      body: toJson(spoiled(bodies[name], draw)),
    });
    expect(problem).toBeUndefined();
  }
});
