import { useEffect, useMemo, useState } from "react";
import type { AttemptSnapshot, AuthState } from "./attempt.ts";
import { unreachable } from "./failures.ts";
import type { FollowUp } from "./follow-up-screens.tsx";

/** What comes in the place of a form that did not let the person in, but has done its part. */
export type FollowUpName = "verifyEmail" | "pendingApproval" | "blocked";

/**
 * The screen that an attempt leads to, fetched then, and the attempt as the form shows it: on its way until that screen is
 * there. Of the next steps of a sign-in only those `inPlace` are shown here; a blocked account has no page of its own.
 */
export function useFollowUp<Attempt extends AttemptSnapshot>(attempt: Attempt, inPlace: readonly FollowUpName[]) {
  const [screens, setScreens] = useState<{ FollowUp?: typeof FollowUp }>();
  const name = followUpOf(attempt, inPlace);
  const isNeeded = name !== undefined;
  useEffect(() => {
    if (!isNeeded) return;
    import("./follow-up-screens.tsx").then(setScreens, () => setScreens({}));
  }, [isNeeded]);
  const isLoading = isNeeded && !screens;
  const isMissing = isNeeded && screens !== undefined && !screens.FollowUp;
  return useMemo(() => {
    const { error, isPending } = attempt;
    return {
      name,
      Screen: isNeeded ? screens?.FollowUp : undefined,
      attempt: {
        ...attempt,
        isPending: isPending || isLoading,
        error: isLoading ? null : (error ?? (isMissing ? unreachable : null)),
      },
    };
  }, [attempt, name, isNeeded, screens, isLoading, isMissing]);
}

function followUpOf({ state, error }: AttemptSnapshot, inPlace: readonly FollowUpName[]): FollowUpName | undefined {
  if (error?.key === "auth.error.blocked") return "blocked";
  const next = nextSteps[state];
  return next && inPlace.includes(next) ? next : undefined;
}

const nextSteps: Partial<Record<AuthState, FollowUpName>> = {
  EMAIL_VERIFICATION_REQUIRED: "verifyEmail",
  OWNER_APPROVAL_REQUIRED: "pendingApproval",
};
