import { endpoint } from "../../endpoint.ts";
import type { PasskeyOptionsAnswer, RenameFactorAnswer } from "./passkey.ts";
import type { RenameFactorRequest, SignInWithPasskeyRequest } from "./schema.ts";
import type { StateMachineAnswer } from "../sign-in/schema.ts";

/** The contract has no calls for these. They stand apart from the others for the sake of pages that never need them. */
export const renameFactor = /* @__PURE__ */ endpoint<RenameFactorRequest, RenameFactorAnswer>(
  "PATCH",
  "/_api/porchlight/v1/auth/factors/:factorId",
);
export const passkeyOptions = /* @__PURE__ */ endpoint<Record<never, never>, PasskeyOptionsAnswer>(
  "POST",
  "/_api/porchlight/v1/auth/passkey/options",
);
export const signInWithPasskey = /* @__PURE__ */ endpoint<SignInWithPasskeyRequest, StateMachineAnswer>(
  "POST",
  "/_api/porchlight/v1/auth/passkey/sign-in",
);
