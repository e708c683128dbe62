import { endpoint } from "../../endpoint.ts";
import type { StateMachineResponse } from "../sign-in/schema.ts";
import type { PasskeyOptionsResponse, RenameFactorResponse } from "./passkey.ts";
import type { RenameFactorRequest, SignInWithPasskeyRequest } from "./schema.ts";

/** The contract has no calls for these. They stand apart from the others for the sake of pages that never need them. */
export const renameFactor = /* @__PURE__ */ endpoint<RenameFactorRequest, RenameFactorResponse>(
  "PATCH",
  "/_api/porchlight/v1/auth/factors/:factorId",
);
export const passkeyOptions = /* @__PURE__ */ endpoint<Record<never, never>, PasskeyOptionsResponse>(
  "POST",
  "/_api/porchlight/v1/auth/passkey/options",
);
export const signInWithPasskey = /* @__PURE__ */ endpoint<SignInWithPasskeyRequest, StateMachineResponse>(
  "POST",
  "/_api/porchlight/v1/auth/passkey/sign-in",
);
