import { endpoint } from "../../endpoint.ts";
import type { StateMachineResponse } from "../sign-in/schema.ts";
import type { PasskeyOptionsResponse, RenameFactorResponse } from "./passkey.ts";
import type { RenameFactorRequest, SignInWithPasskeyRequest } from "./schema.ts";

/** Porchlight extensions, in a separate file because few pages need them. */
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
