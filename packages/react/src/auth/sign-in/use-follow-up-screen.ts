import { type ComponentType, useEffect, useMemo, useState } from "react";
import { serviceUnreachable } from "../form/auth-errors.ts";
import type { AuthFormSnapshot, AuthState } from "../form/auth-form-store.ts";
import type { FollowUpProps } from "./follow-up-screens.tsx";

/** What comes in the place of a form that did not let the person in, but has done its part. */
export type FollowUpName = "verifyEmail" | "pendingApproval" | "secondStep" | "blocked";

/**
 * The screen that an attempt leads to, fetched then, and the attempt as the form shows it: on its way until that screen is
 * there. Of the next steps of a sign-in only those `inPlace` are shown here; the second step and a blocked account
 * have no page of their own.
 */
export function useFollowUpScreen<Attempt extends AuthFormSnapshot>(
  attempt: Attempt,
  inPlace: readonly FollowUpName[],
) {
  const [loaded, setLoaded] = useState<{ name: FollowUpName; Screen?: ComponentType<FollowUpProps> }>();
  const name = followUpOf(attempt, inPlace);
  useEffect(() => {
    if (!name) return;
    loadScreen(name).then(
      (Screen) => setLoaded({ name, Screen }),
      () => setLoaded({ name }),
    );
  }, [name]);
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

/** The second step apart from the others: few have one. */
async function loadScreen(name: FollowUpName): Promise<ComponentType<FollowUpProps>> {
  if (name === "secondStep") return (await import("../mfa/mfa-challenge.tsx")).MfaChallenge;
  return (await import("./follow-up-screens.tsx")).FollowUp;
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
