import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { CallOptions, Transport } from "../transport.ts";
import type { StateMachineResponse } from "./identity.ts";

/** The code that proves an e-mail address, as single calls. `client.auth.processVerification` makes a flow of them. */
export function verification(transport: Transport) {
  return {
    /**
     * Mails a signed-in member a code that proves their own e-mail. Hand the id on as `stateToken` with the code.
     *
     * @throws {PorchlightError} `NOT_ALLOWED` for another identity. Source: spec §7, `POST /v1/Start`.
     */
    start(body: { identityId: string; target: "EMAIL" }, call?: CallOptions): Promise<{ verificationId: string }> {
      return transport.send(endpoints.startVerification, { body }, call);
    },

    /**
     * Goes on with a sign-in that waits for the code from the mail.
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
     * Mails a new code; the answer carries a fresh state token.
     *
     * @throws {PorchlightError} `STATE_TOKEN_INVALID`. Source: spec §7, `POST /v1/auth/resend`.
     */
    resendDuringAuthentication(stateToken: string, call?: CallOptions): Promise<StateMachineResponse> {
      // Without a conversion: the release that had this call left the dates of its answer as text. Source: wire.md.
      return transport.send(endpoints.resendDuringAuthentication, { body: { stateToken } }, { ...call, replay: false });
    },
  };
}
