import type { EnrolledType } from "../../platform/db/tables/tables.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import { passkeyDomain } from "../passkeys/relying-party.ts";
import { factorMethods } from "./factor-methods.ts";

/** The site's current rules for multi-factor authentication. */
export interface MfaPolicy {
  /** Whether the site uses MFA at all. */
  isEnabled: boolean;
  /** Types that members may use as a second factor; empty without MFA. */
  offered: ReadonlySet<EnrolledType>;
  /** Types that members may use even without MFA, because they sign in with them alone. */
  passwordless: ReadonlySet<EnrolledType>;
  hasPasskeys: boolean;
  /** The domain that passkeys are bound to. */
  passkeyDomain: string;
  /** Whether every member has to take a second factor. */
  isRequired: boolean;
  /** Whether an unrecognized sign-in requires a second factor, even for members without one. */
  challengesRiskySignIns: boolean;
}

/** Whether members may enroll in a factor of this type and use it. */
export const isOffered = ({ offered, passwordless }: MfaPolicy, type: EnrolledType): boolean =>
  offered.has(type) || passwordless.has(type);

/** Types that need the message webhook are not offered without one, whatever the settings say. */
export function resolveMfaPolicy({ config }: Pick<ServerContext, "config">, settings: SettingValues): MfaPolicy {
  const { secondStep, secondStepFactors, riskySignIns } = settings;
  const canSend = config.messageWebhook !== undefined || !config.production;
  const offered = secondStepFactors.filter((type) => canSend || factorMethods[type].delivery !== "webhook");
  const isEnabled = secondStep !== "off";
  return {
    isEnabled,
    offered: new Set(isEnabled ? offered : []),
    passwordless: new Set(secondStepFactors.filter((type) => factorMethods[type].isPasswordless)),
    hasPasskeys: secondStepFactors.includes("WEBAUTHN"),
    passkeyDomain: passkeyDomain({ config }, settings),
    isRequired: secondStep === "required",
    challengesRiskySignIns: isEnabled && riskySignIns !== "off",
  };
}
