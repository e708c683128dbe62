import { type CallOptions, createTransport } from "../transport.ts";
import type { AuthStrategy } from "./auth-strategy.ts";
import { rememberDevice, rememberedDevice } from "./device-memory.ts";
import { factors, type SecondStepParams, type SecondStepRequest } from "./factors.ts";
import type { OAuthFace } from "./oauth-face.ts";
import { type LoginResult, unknownState } from "./sign-in.ts";

/** What {@link withSecondStep} adds to `client.auth`. */
export interface SecondStepFace {
  /**
   * Has a code sent, by text, call or mail, or the member's devices asked; as `requestFactor` of the module `factors`.
   *
   * @param state The last `MFA_REQUIRED` unless given.
   */
  requestFactor(params: SecondStepRequest, state?: LoginResult, options?: CallOptions): Promise<LoginResult>;

  /**
   * Goes on with a sign-in that answered `MFA_REQUIRED`. Stores no tokens: hand a SUCCESS on to `completeLogin`.
   * `rememberThisDevice` is kept in the browser's local storage, and shown at the next `login`.
   *
   * @param state The last such answer unless given.
   */
  verifyFactor(params: SecondStepParams, state?: LoginResult, options?: CallOptions): Promise<LoginResult>;
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
export function withSecondStep<Face extends OAuthFace>(
  strategy: AuthStrategy<Face>,
): AuthStrategy<Face & SecondStepFace> {
  return {
    connect(connection) {
      const connected = strategy.connect(connection);
      const { face } = connected;
      const calls = factors(createTransport({ ...connection, authorizer: connected.authorizer }));
      let lastResult: LoginResult = { loginState: "INITIAL" };
      let lastEmail = "";

      const noteResult = (result: LoginResult) => {
        if (result.loginState === "MFA_REQUIRED") lastResult = result;
        return result;
      };

      const login: OAuthFace["login"] = async (params, call) => {
        const deviceToken = rememberedDevice(params.email);
        const clientMetaData = deviceToken ? { ...params.clientMetaData, deviceToken } : params.clientMetaData;
        const result = await face.login({ ...params, ...(clientMetaData && { clientMetaData }) }, call);
        if (result.loginState !== "FAILURE") lastEmail = params.email;
        return noteResult(result);
      };

      const processVerification: OAuthFace["processVerification"] = async (...args) =>
        noteResult(await face.processVerification(...args));

      const goOn = async (state: LoginResult, take: (stateToken: string) => Promise<LoginResult>) => {
        if (state.loginState !== "MFA_REQUIRED") return unknownState("invalid");
        const result = noteResult(await take(state.data.stateToken));
        if (result.loginState === "SUCCESS" && result.data.deviceToken && lastEmail)
          rememberDevice(lastEmail, result.data.deviceToken);
        return result;
      };

      const requestFactor: SecondStepFace["requestFactor"] = (params, state = lastResult, call) =>
        goOn(state, (stateToken) => calls.requestFactor(params, stateToken, call));

      const verifyFactor: SecondStepFace["verifyFactor"] = (params, state = lastResult, call) =>
        goOn(state, (stateToken) => calls.verifyFactor(params, stateToken, call));

      return { ...connected, face: { ...face, login, processVerification, requestFactor, verifyFactor } };
    },
  };
}
