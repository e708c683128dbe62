import { type CallOptions, createTransport } from "../../transport.ts";
import { type LoginResult, unknownState } from "../login-result.ts";
import type { AuthStrategy } from "../strategies/auth-strategy.ts";
import type { OAuthAuth } from "../strategies/oauth-types.ts";
import { factors, type SecondFactorParams, type SecondFactorRequest } from "./factors.ts";
import { findDeviceToken, storeDeviceToken } from "./trusted-devices.ts";

/** What {@link withSecondFactor} adds to `client.auth`. */
export interface SecondFactorAuth {
  /**
   * Has a code sent, by text, call or mail, or the member's devices asked; as `requestFactor` of the module `factors`.
   *
   * @param state The last `MFA_REQUIRED` unless given.
   */
  requestFactor(params: SecondFactorRequest, state?: LoginResult, options?: CallOptions): Promise<LoginResult>;

  /**
   * Goes on with a sign-in that answered `MFA_REQUIRED`. Stores no tokens: hand a SUCCESS on to `completeLogin`.
   * `rememberThisDevice` is kept in the browser's local storage, and shown at the next `login`.
   *
   * @param state The last such answer unless given.
   */
  verifyFactor(params: SecondFactorParams, state?: LoginResult, options?: CallOptions): Promise<LoginResult>;
}

/**
 * A strategy for sites whose members protect their sign-in with a second step. A client without it cannot go on from
 * `MFA_REQUIRED` by itself; the hosted login page can.
 *
 * ```ts
 * const client = createClient({ host, auth: withSecondStep(OAuthStrategy({ clientId })) });
 * let result = await client.auth.login({ email, password });
 * if (result.loginState === "MFA_REQUIRED") result = await client.auth.verifyFactor({ factorType: "TOTP", code });
 * ```
 */
export function withSecondFactor<Face extends OAuthAuth>(
  strategy: AuthStrategy<Face>,
): AuthStrategy<Face & SecondFactorAuth> {
  return {
    connect(connection) {
      const connected = strategy.connect(connection);
      const { auth: face } = connected;
      const calls = factors(createTransport({ ...connection, authorizer: connected.authorizer }));
      let lastResult: LoginResult = { loginState: "INITIAL" };
      let lastEmail = "";

      const recordResult = (result: LoginResult) => {
        if (result.loginState === "MFA_REQUIRED") lastResult = result;
        return result;
      };

      const login: OAuthAuth["login"] = async (params, call) => {
        const deviceToken = findDeviceToken(params.email);
        const clientMetaData = deviceToken ? { ...params.clientMetaData, deviceToken } : params.clientMetaData;
        const result = await face.login({ ...params, ...(clientMetaData && { clientMetaData }) }, call);
        if (result.loginState !== "FAILURE") lastEmail = params.email;
        return recordResult(result);
      };

      const processVerification: OAuthAuth["processVerification"] = async (...args) =>
        recordResult(await face.processVerification(...args));

      const continueSignIn = async (state: LoginResult, take: (stateToken: string) => Promise<LoginResult>) => {
        if (state.loginState !== "MFA_REQUIRED") return unknownState("invalid");
        const result = recordResult(await take(state.data.stateToken));
        if (result.loginState === "SUCCESS" && result.data.deviceToken && lastEmail)
          storeDeviceToken(lastEmail, result.data.deviceToken);
        return result;
      };

      const requestFactor: SecondFactorAuth["requestFactor"] = (params, state = lastResult, call) =>
        continueSignIn(state, (stateToken) => calls.requestFactor(params, stateToken, call));

      const verifyFactor: SecondFactorAuth["verifyFactor"] = (params, state = lastResult, call) =>
        continueSignIn(state, (stateToken) => calls.verifyFactor(params, stateToken, call));

      return { ...connected, auth: { ...face, login, processVerification, requestFactor, verifyFactor } };
    },
  };
}
