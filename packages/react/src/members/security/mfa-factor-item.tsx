import type { ReactNode } from "react";
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AuthTextKey } from "../../auth/form/form-error.ts";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { deviceName } from "../sessions/session-item.tsx";
import { isEnrollable } from "./security-texts.ts";
import type { MfaFactorList } from "./use-mfa-factors.ts";

export type Step = NonNullable<MfaFactorList["factors"]>[number];

/** A factor's display name: the member's name for it, or its type. */
export function factorName(text: AuthTexts, { name, type, hint, browser = null, device = null }: Step): string {
  if (name !== null) return name;
  const kind = isEnrollable(type) ? text(`security.type.${type}`) : type;
  if (hint) return `${kind}, ${hint}`;
  return browser || device ? `${kind}, ${deviceName(text, { browser, device })}` : kind;
}

const badges: Readonly<Record<string, { key: AuthTextKey; kind: string }>> = {
  REQUIRE_ACTIVATION: { key: "security.steps.unfinished", kind: "warning" },
  REQUIRE_REENROLL: { key: "security.steps.again", kind: "warning" },
  ENABLED_BY_RULE: { key: "security.steps.required", kind: "locked" },
  DISABLED_BY_RULE: { key: "security.steps.off", kind: "off" },
};

interface StepItemProps {
  step: Step;
  text: AuthTexts;
  isDisabled: boolean;
  /** Absent for factors without a custom name. */
  onRename?: (() => void) | undefined;
  /** Completes enrollment, or enrolls a broken factor again; absent if not possible. */
  onFinish?: (() => void) | undefined;
  /** Absent for factors that the site requires. */
  onRemove?: (() => void) | undefined;
  appearance: Appearance | undefined;
}

/** One factor of the member. */
export function MfaFactorItem({ step, text, isDisabled, onRename, onFinish, onRemove, appearance }: StepItemProps) {
  const name = factorName(text, step);
  const { status, _createdDate, lastUsedDate, browser = null, device = null } = step;
  const hidden = (inside: ReactNode) => (
    <span key="hidden" className="site-hidden">
      {inside}
    </span>
  );
  const badge = badges[status];
  const isByRule = status === "ENABLED_BY_RULE";
  return (
    <li {...part("session", "site-session", appearance)} data-state={status === "DISABLED_BY_RULE" ? "off" : undefined}>
      <div className="site-session-facts">
        <p className="site-session-name">
          <span>{name}</span>
          {badge && (
            <span className="site-badge" data-kind={badge.kind}>
              {text(badge.key)}
            </span>
          )}
        </p>
        <p className="site-session-times">
          {step.name !== null && (browser || device) && (
            <span>{text("security.steps.madeOn", { device: deviceName(text, { browser, device }) })}</span>
          )}
          {isByRule ? (
            <span>{text("security.steps.byRule")}</span>
          ) : (
            <>
              <span>{text.rich("security.steps.added", { date: <TimeText key="date" value={_createdDate} /> })}</span>
              <span>
                {lastUsedDate
                  ? text.rich("security.steps.lastUsed", { time: <TimeText key="time" value={lastUsedDate} /> })
                  : text("security.steps.neverUsed")}
              </span>
            </>
          )}
          {status === "DISABLED_BY_RULE" && <span>{text("security.steps.offByRule")}</span>}
        </p>
      </div>
      {onRename && (
        <Button
          {...part("renameStep", "site-session-end", appearance)}
          aria-disabled={isDisabled || undefined}
          onClick={() => !isDisabled && onRename()}
        >
          {text.rich("security.steps.rename", { name, hidden })}
        </Button>
      )}
      {onFinish && (
        <Button
          {...part("finishStep", "site-session-end", appearance)}
          aria-disabled={isDisabled || undefined}
          onClick={() => !isDisabled && onFinish()}
        >
          {text.rich(status === "REQUIRE_ACTIVATION" ? "security.steps.finish" : "security.steps.redo", {
            name,
            hidden,
          })}
        </Button>
      )}
      {onRemove && (
        <Button
          {...part("endSession", "site-session-end", appearance)}
          aria-disabled={isDisabled || undefined}
          onClick={() => !isDisabled && onRemove()}
        >
          {text.rich("security.steps.remove", { name, hidden })}
        </Button>
      )}
    </li>
  );
}
