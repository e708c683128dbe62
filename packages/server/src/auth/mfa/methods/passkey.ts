import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import { startPasskeyRegistration, storePasskey } from "../../passkeys/passkey-registration.ts";
import { listMemberPasskeys } from "../../passkeys/passkeys-store.ts";
import { passkeyDomain } from "../../passkeys/relying-party.ts";
import { requestPasskey } from "../../passkeys/request-passkey.ts";
import { acceptAssertion, verifyAssertion } from "../../passkeys/verify-assertion.ts";
import { requireResponse } from "../codes/sent-code-method.ts";
import type { FactorMethod } from "../factor-method.ts";
import { insertFactor } from "../factors-store.ts";

/** A passkey of the member. */
export const passkeyMethod: FactorMethod = {
  delivery: null,
  isPasswordless: true,
  hidesPending: true,
  responseField: "webauthnData",
  parseResponse: (data) => requireResponse("webauthnData", data).credential,
  async verifyAssertion(context, caller, data, { memberId, requiresUserVerification }) {
    const { challengeId, credential } = data ?? {};
    if (credential === undefined) return undefined;
    if (challengeId === undefined) throw new Refusal("PASSKEY_REFUSED");
    const { passkeyVerification } = await context.settings.read();
    const mustVerify = requiresUserVerification || passkeyVerification === "required";
    const assertion = await verifyAssertion(context, caller, { challengeId, credential }, mustVerify);
    if (assertion.passkey.member_id !== memberId) throw new Refusal("PASSKEY_REFUSED");
    return assertion;
  },
  async challenge(tx, context, { member, passkey: { key, requiresUserVerification }, settings }) {
    const rpId = passkeyDomain(context, settings);
    const passkeys = await listMemberPasskeys(tx, context.site.id, member.id, rpId);
    if (passkeys.length === 0) throw new Refusal("FACTOR_NOT_AVAILABLE");
    const userVerification = requiresUserVerification ? "required" : settings.passkeyVerification;
    return { webauthn: await requestPasskey(tx, context, { key, rpId, userVerification, passkeys }) };
  },
  async verify(tx, context, { passkey: { key, assertion } }) {
    if (!assertion) return undefined;
    await acceptAssertion(tx, context, key, assertion);
    return "verified";
  },
  describe: (_member, factor) => (factor ? { browser: factor.browser, device: factor.device } : {}),
  isUsable: (_context, { rp_id }, domain) => rp_id === null || rp_id === domain,
  async enroll(tx, context, { caller, member, factor, settings }) {
    const row = await insertFactor(tx, { ...factor, rpId: passkeyDomain(context, settings) });
    const { passkeyVerification } = settings;
    return {
      factor: row,
      webauthn: await startPasskeyRegistration(tx, context, caller, member, row, passkeyVerification),
    };
  },
  async activate(tx, context, { caller, factor }, { passkey }) {
    if (!passkey) return undefined;
    await storePasskey(tx, context, caller, factor, passkey);
    return "verified";
  },
  challengeActivation() {
    throw new InvalidArguments([violation("webauthnData", "must be present")]);
  },
};
