import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { CallOptions, Transport } from "../transport.ts";
import type { StateMachineResponse } from "./identity.ts";

/** Email verification as single calls. `client.auth.processVerification` combines them into a flow. */
export function verification(transport: Transport) {
  return {
    /**
     * Emails the signed-in member a code that verifies their email. Pass the id as `stateToken` with the code.
     *
     * @throws {PorchlightError} `NOT_ALLOWED` for another identity. Source: spec §7, `POST /v1/Start`.
     */
    start(body: { identityId: string; target: "EMAIL" }, call?: CallOptions): Promise<{ verificationId: string }> {
      return transport.send(endpoints.startVerification, { body }, call);
    },

    /**
     * Continues a sign-in that waits for the code from the email.
     *
     * @throws {PorchlightError} `VERIFICATION_FAILED`, `STATE_TOKEN_INVALID`. Source: spec §7, `POST /v1/auth/verify`.
     */
    verifyDuringAuthentication(
      code: string,
      options: { stateToken: string },
      call?: CallOptions,
    ): Promise<StateMachineResponse> {
      return transport.send(
        endpoints.verifyDuringAuthentication,
        { body: { code, ...options } },
        { ...call, replay: false, conversion: conversions.verifyDuringAuthentication },
      );
    },

    /**
     * Emails a new code; the response has a new state token.
     *
     * @throws {PorchlightError} `STATE_TOKEN_INVALID`. Source: spec §7, `POST /v1/auth/resend`.
     */
    resendDuringAuthentication(stateToken: string, call?: CallOptions): Promise<StateMachineResponse> {
      // Without a conversion: the SDK release with this call returned dates as text. Source: wire.md.
      return transport.send(endpoints.resendDuringAuthentication, { body: { stateToken } }, { ...call, replay: false });
    },
  };
}
