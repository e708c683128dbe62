import { type CallOptions, createTransport } from "../../transport.ts";
import { type LoginResult, unknownState } from "../login-result.ts";
import type { AuthStrategy } from "../strategies/auth-strategy.ts";
import type { OAuthAuth } from "../strategies/oauth-types.ts";
import { factors, type SecondFactorParams, type SecondFactorRequest } from "./factors.ts";
import { findDeviceToken, storeDeviceToken } from "./trusted-devices.ts";

/** What {@link withSecondFactor} adds to `client.auth`. */
export interface SecondFactorAuth {
  /**
   * Sends a code by text message, call or email, or a push notification; see `requestFactor` of the module `factors`.
   *
   * @param state Default: the last `MFA_REQUIRED` result.
   */
  requestFactor(params: SecondFactorRequest, state?: LoginResult, options?: CallOptions): Promise<LoginResult>;

  /**
   * Continues a sign-in that returned `MFA_REQUIRED`. Stores no tokens: pass a SUCCESS to `completeLogin`.
   * `rememberThisDevice` stores a device token in the local storage, which the next `login` sends.
   *
   * @param state Default: the last such result.
   */
  verifyFactor(params: SecondFactorParams, state?: LoginResult, options?: CallOptions): Promise<LoginResult>;
}

/**
 * Adds the second factor to a strategy. Without it a client cannot continue from `MFA_REQUIRED` itself; the hosted
 * login page can.
 *
 * ```ts
 * const client = createClient({ host, auth: withSecondFactor(OAuthStrategy({ clientId })) });
 * let result = await client.auth.login({ email, password });
 * if (result.loginState === "MFA_REQUIRED") result = await client.auth.verifyFactor({ factorType: "TOTP", code });
 * ```
 */
export function withSecondFactor<Auth extends OAuthAuth>(
  strategy: AuthStrategy<Auth>,
): AuthStrategy<Auth & SecondFactorAuth> {
  return {
    connect(connection) {
      const connected = strategy.connect(connection);
      const { auth } = connected;
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
        const result = await auth.login({ ...params, ...(clientMetaData && { clientMetaData }) }, call);
        if (result.loginState !== "FAILURE") lastEmail = params.email;
        return recordResult(result);
      };

      const processVerification: OAuthAuth["processVerification"] = async (...args) =>
        recordResult(await auth.processVerification(...args));

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

      return { ...connected, auth: { ...auth, login, processVerification, requestFactor, verifyFactor } };
    },
  };
}
