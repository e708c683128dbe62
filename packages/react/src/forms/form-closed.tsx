import type { Form, FormClosedReason } from "@porchlight/client/forms";
import { useEffect, useRef } from "react";
import { RichContent } from "../blog/rich-content/rich-content.tsx";
import type { Appearance } from "../ui/appearance.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import type { FormTexts } from "./fields/field-props.ts";
import { closedTexts } from "./rejected-values.ts";

/** Why a form accepts no submissions at present, as far as its definition says. */
export function findClosedReason({ enabled, limitationRule }: Form, now = Date.now()): FormClosedReason | undefined {
  const { dateTimeOpening, dateTimeDeadline } = limitationRule ?? {};
  if (!enabled) return "DISABLED";
  if (dateTimeOpening && dateTimeOpening.getTime() > now) return "NOT_OPEN_YET";
  return dateTimeDeadline && dateTimeDeadline.getTime() <= now ? "DEADLINE" : undefined;
}

interface FormClosedProps {
  form: Form;
  reason: FormClosedReason;
  /** Whether it replaces what was submitted. */
  hasFocus: boolean;
  text: FormTexts;
  appearance: Appearance | undefined;
}

/** The owner's text instead of the form, or a text with the reason. */
export function FormClosed({ form, reason, hasFocus, text, appearance }: FormClosedProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus) ref.current?.focus();
  }, [hasFocus]);
  const { disabledFormMessage: message } = form;
  return (
    <Notice ref={ref} kind="info" role={hasFocus ? "alert" : undefined} appearance={appearance}>
      {message?.nodes?.length ? <RichContent content={message} headingOffset={1} /> : text(closedTexts[reason])}
    </Notice>
  );
}
