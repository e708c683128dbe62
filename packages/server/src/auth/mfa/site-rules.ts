import type { ServerContext } from "../../platform/context/server-context.ts";
import type { EnrolledType } from "../../platform/db/tables/tables.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import { passkeyDomain } from "../passkeys/relying-party.ts";

/** The site's rules about second steps, as they are now. */
export interface SiteRules {
  /** Whether the site has second steps at all. */
  hasSecondSteps: boolean;
  /** Types that members may use; none without second steps. */
  offered: ReadonlySet<EnrolledType>;
  /** Whether members may have passkeys. They sign in with them alone, too, and so have them also where there are no second steps. */
  hasPasskeys: boolean;
  /** The domain that passkeys are made for. */
  passkeyDomain: string;
  /** Whether everybody has to take a second step. */
  isRequired: boolean;
  /** Whether a sign-in unlike the member's others takes one, also where the member has set up none. */
  asksRisky: boolean;
  /** Whether a place where the member has never been makes a sign-in one unlike the others. */
  asksOfPlaces: boolean;
}

/** Whether members may set up a factor of this type, and use it. */
export const isOffered = ({ offered, hasPasskeys }: SiteRules, type: EnrolledType): boolean =>
  type === "WEBAUTHN" ? hasPasskeys : offered.has(type);

/** Types that leave by the owner's webhook. */
const messageTypes: readonly EnrolledType[] = ["SMS", "CALL", "PUSH"];

/** @param settings The owner's word; a type that nothing could be sent for is not offered, whatever that says. */
export function siteRules({ config }: Pick<ServerContext, "config">, settings: SettingValues): SiteRules {
  const { secondStep, secondStepFactors, riskySignIns } = settings;
  const canSend = config.messageWebhook !== undefined || !config.production;
  const offered = secondStepFactors.filter((type) => canSend || !messageTypes.includes(type));
  const hasSecondSteps = secondStep !== "off";
  return {
    hasSecondSteps,
    offered: new Set(hasSecondSteps ? offered : []),
    hasPasskeys: secondStepFactors.includes("WEBAUTHN"),
    passkeyDomain: passkeyDomain({ config }, settings),
    isRequired: secondStep === "required",
    asksRisky: hasSecondSteps && riskySignIns !== "off",
    asksOfPlaces: hasSecondSteps && riskySignIns === "places",
  };
}
