import { describe, expect, it, vi } from "vitest";
import { rejectedFields } from "./form/rejected-fields.ts";
import { explainFailure, isConflict } from "./item-failures.ts";

describe("explainFailure", () => {
  it.each([
    [{ code: "WDE0073", kind: "notFound" }, "data.reason.gone"],
    [{ code: "WDE0109", kind: "invalid" }, "data.reason.large"],
    [{ code: "WDE0053", kind: "unavailable", requestId: "r" }, "data.reason.server"],
    [{ code: "WDE0055", kind: "contract" }, "data.reason.server"],
    [{ kind: "network" }, "data.reason.network"],
    [{ kind: "rateLimited" }, "data.reason.tooMany"],
    [{ kind: "forbidden", code: "WDE0027" }, "data.reason.forbidden"],
    [{ kind: "unauthenticated" }, "data.reason.signedOut"],
    [{ kind: "invalid", code: "WDE0061", requestId: "r" }, "data.reason.unknown"],
    ["text", "data.reason.unknown"],
    [undefined, "data.reason.unknown"],
  ])("converts %j", (error, key) => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    expect(explainFailure(error).key).toBe(key);
    expect(log.mock.calls).toEqual(key === "data.reason.unknown" ? [[error]] : []);
  });

  it("contains the time of the next attempt", () => {
    expect(explainFailure({ kind: "rateLimited", retryAfter: 65 }, 1000).retryAt).toBe(66_000);
    expect(explainFailure({ kind: "rateLimited" }, 1000).retryAt).toBe(31_000);
    expect(explainFailure({ kind: "network" }, 1000).retryAt).toBeUndefined();
  });

  it("retains the request id of server errors", () => {
    expect(explainFailure({ kind: "unavailable", requestId: "r" }).requestId).toBe("r");
    expect(explainFailure({ kind: "network", requestId: "r" }).requestId).toBeUndefined();
  });
});

describe("rejected fields", () => {
  it("are read by field", () => {
    const fieldViolations = [
      { field: "dataItem.data.title", violatedRule: "REQUIRED_FIELD" },
      { field: "elsewhere", violatedRule: "X" },
    ];
    expect(rejectedFields({ details: { validationError: { fieldViolations } } })).toEqual([
      { field: "title", rule: "REQUIRED_FIELD" },
      { field: "elsewhere", rule: "X" },
    ]);
    const taken = { code: "VALUE_TAKEN", data: { fieldKey: "isbn" } };
    expect(rejectedFields({ code: "VALUE_TAKEN", details: { applicationError: taken } })).toEqual([
      { field: "isbn", rule: "VALUE_TAKEN" },
    ]);
    expect(rejectedFields({ code: "WDE0027", details: {} })).toEqual([]);
    expect(isConflict({ code: "CONDITION_NOT_MET" })).toBe(true);
  });
});
