import type { UserInfoResponse } from "@porchlight/contract/auth/tokens/token-response";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";

/**
 * Whom the access token of the request speaks for; a key alone speaks for itself.
 *
 * @throws {Refusal} `UNAUTHENTICATED`.
 */
export function userInfo(caller: Caller): UserInfoResponse {
  switch (caller.kind) {
    case "visitor":
      return { sub: caller.visitorId };
    case "member":
      return { sub: caller.memberId };
    case "apiKey":
      return { sub: caller.apiKey.keyId };
    default:
      throw new Refusal("UNAUTHENTICATED");
  }
}
