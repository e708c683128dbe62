import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AuthTexts } from "../auth/form/auth-screen.tsx";
import type { AuthTextKey } from "../auth/form/form-error.ts";
import { useSession } from "../auth/session/use-session.ts";
import { part } from "../ui/appearance.ts";
import { Button } from "../ui/button.tsx";
import { AccountSection, type AccountSectionProps } from "./account-section.tsx";

interface EditableSectionProps<Form> extends Pick<AccountSectionProps, "appearance" | "headingLevel"> {
  name: string;
  title: string;
  text: AuthTexts;
  /** Label of the edit button, followed by the section's name for screen readers. */
  action?: AuthTextKey;
  /** Label of the button that replaces the content of an empty section, such as "Add a phone number". */
  addAction?: AuthTextKey | false;
  /** Status, while there is no form and nothing was just saved. */
  status?: string | undefined;
  /** The content in read mode. */
  children: ReactNode;
  /** Loads the form: on mount, and again on click after a failure. Must be stable. */
  loadForm(): Promise<Form>;
  /** The form. `onDone` closes it, saved or canceled. */
  form(loaded: Form, onDone: (isSaved: boolean) => void): ReactNode;
}

/** An account section with an in-place form. Focus returns to the edit button. */
export function EditableSection<Form>(props: EditableSectionProps<Form>) {
  const {
    name,
    title,
    text,
    action = "account.action.edit",
    addAction = false,
    status,
    appearance,
    headingLevel,
    loadForm,
    children,
  } = props;
  const canChange = useSession(({ status }) => status === "member");
  const [loaded, setLoaded] = useState<{ form: Form }>();
  const [isEditing, setIsEditing] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  /** Whether to open the form once loaded: Esc on the button cancels that. */
  const isAwaited = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  useEffect(() => {
    loadForm().then(
      (form) => setLoaded({ form }),
      () => undefined,
    );
  }, [loadForm]);
  async function startEditing() {
    setIsSaved(false);
    setHasFailed(false);
    isAwaited.current = true;
    try {
      if (!loaded) setLoaded({ form: await loadForm() });
      if (isAwaited.current) setIsEditing(true);
    } catch {
      setHasFailed(true);
    }
  }
  return (
    <AccountSection
      {...{ name, title, appearance, headingLevel }}
      status={
        isSaved ? text("account.save.done") : hasFailed ? text("account.edit.failed") : isEditing ? undefined : status
      }
      action={
        !isEditing && (
          <Button
            ref={edit}
            {...part("edit", addAction ? "site-block-add" : "site-block-action", appearance)}
            variant={addAction ? "quiet" : "secondary"}
            aria-disabled={!canChange || undefined}
            onClick={() => canChange && void startEditing()}
            onKeyDown={({ key }) => {
              if (key === "Escape") isAwaited.current = false;
            }}
          >
            {text.rich(addAction || action, {
              block: title,
              hidden: (inside) => (
                <span key="hidden" className="site-hidden">
                  {inside}
                </span>
              ),
            })}
          </Button>
        )
      }
    >
      {isEditing && loaded
        ? props.form(loaded.form, (saved) => {
            setIsEditing(false);
            setIsSaved(saved);
          })
        : !addAction && children}
    </AccountSection>
  );
}
