import type { Transaction } from "kysely";
import { InvalidArguments, violation } from "../../../platform/context/errors.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { TxContext } from "../../../platform/server-context.ts";
import type { ChallengeKey } from "../codes/challenges-store.ts";
import { activationKey, requireResponse } from "../codes/sent-code-method.ts";
import type { FactorMethod, VerificationResult } from "../factor-method.ts";
import { insertFactor } from "../factors-store.ts";
import { consumePushResponse, sendPushChallenge } from "../push/push-challenge.ts";

/** A prompt on the member's devices, approved with the number that the page shows. */
export const pushMethod: FactorMethod = {
  delivery: "webhook",
  isPolled: true,
  responseField: "pushData",
  parseResponse(data) {
    requireResponse("pushData", data);
    return undefined;
  },
  challenge: (tx, context, { challenge, ...recipient }) => sendPushChallenge(tx, context, challenge, recipient),
  verify: (tx, context, { challenge }) => check(tx, context, challenge),
  describe: () => ({}),
  parseEnrollment({ name }) {
    if (!name?.trim())
      throw new InvalidArguments([violation("name", "must be present: the name of the device", "REQUIRED_FIELD")]);
    return {};
  },
  async enroll(tx, context, { member, factor }) {
    const row = await insertFactor(tx, factor);
    return { factor: row, ...(await sendPushChallenge(tx, context, activationKey(row), { member, factors: [row] })) };
  },
  activate: (tx, context, { factor }) => check(tx, context, activationKey(factor)),
  challengeActivation: (tx, context, { member, factor }) =>
    sendPushChallenge(tx, context, activationKey(factor), { member, factors: [factor] }),
};

async function check(tx: Transaction<Tables>, context: TxContext, key: ChallengeKey): Promise<VerificationResult> {
  const response = await consumePushResponse(tx, context, key);
  return response === "approved" ? "verified" : response;
}
