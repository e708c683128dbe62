import { type ComponentType, useEffect, useMemo, useState } from "react";
import { serviceUnreachable } from "../form/auth-errors.ts";
import type { AuthFormSnapshot, AuthState } from "../form/auth-form-store.ts";
import type { FollowUpName, FollowUpProps } from "./follow-up-screens.tsx";

type LoadScreen = () => Promise<{ FollowUp: ComponentType<FollowUpProps> }>;

/**
 * Loads the screen that follows an authentication form, and keeps the form pending until it is loaded. Only the steps
 * in `inPlace` are shown here, and always MFA and a blocked account, which have no page of their own.
 *
 * @param loadVerifyEmail Required if `inPlace` contains `verifyEmail`.
 */
export function useFollowUpScreen<Attempt extends AuthFormSnapshot>(
  attempt: Attempt,
  inPlace: readonly FollowUpName[],
  loadVerifyEmail?: LoadScreen,
) {
  const [loaded, setLoaded] = useState<{ name: FollowUpName; Screen?: ComponentType<FollowUpProps> }>();
  const name = followUpOf(attempt, inPlace);
  useEffect(() => {
    if (!name) return;
    loadScreen(name, loadVerifyEmail).then(
      (Screen) => setLoaded({ name, Screen }),
      () => setLoaded({ name }),
    );
  }, [name, loadVerifyEmail]);
  const isLoading = name !== undefined && loaded?.name !== name;
  const Screen = name && !isLoading ? loaded?.Screen : undefined;
  const isMissing = name !== undefined && !isLoading && !Screen;
  return useMemo(() => {
    const { error, isPending } = attempt;
    return {
      name,
      Screen,
      attempt: {
        ...attempt,
        isPending: isPending || isLoading,
        error: isLoading ? null : (error ?? (isMissing ? serviceUnreachable : null)),
      },
    };
  }, [attempt, name, Screen, isLoading, isMissing]);
}

async function loadScreen(name: FollowUpName, loadVerifyEmail?: LoadScreen): Promise<ComponentType<FollowUpProps>> {
  if (name === "secondStep") return (await import("../mfa/mfa-challenge.tsx")).MfaChallenge;
  const load = name === "verifyEmail" && loadVerifyEmail ? loadVerifyEmail : () => import("./follow-up-screens.tsx");
  return (await load()).FollowUp;
}

function followUpOf({ state, error }: AuthFormSnapshot, inPlace: readonly FollowUpName[]): FollowUpName | undefined {
  if (error?.key === "auth.error.blocked") return "blocked";
  const next = nextSteps[state];
  return next === "secondStep" || (next && inPlace.includes(next)) ? next : undefined;
}

const nextSteps: Partial<Record<AuthState, FollowUpName>> = {
  EMAIL_VERIFICATION_REQUIRED: "verifyEmail",
  OWNER_APPROVAL_REQUIRED: "pendingApproval",
  MFA_REQUIRED: "secondStep",
};
