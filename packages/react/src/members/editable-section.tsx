import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AuthTexts } from "../auth/form/auth-screen.tsx";
import type { AuthTextKey } from "../auth/form/form-error.ts";
import { useSession } from "../auth/session/use-session.ts";
import { part } from "../ui/appearance.ts";
import { Button } from "../ui/button.tsx";
import { AccountSection, type AccountSectionProps } from "./account-section.tsx";

interface EditableBlockProps<Form> extends Pick<AccountSectionProps, "appearance" | "headingLevel"> {
  name: string;
  title: string;
  text: AuthTexts;
  /** What the button to change it says, the block's name hidden in it. */
  action?: AuthTextKey;
  /** Said where there is no form, and nothing was just saved. */
  told?: string | undefined;
  /** What there is, to read. */
  children: ReactNode;
  /** Fetches the form's script: once the block is there, and again on the press of the button where that has failed. Stays the same. */
  loadForm(): Promise<Form>;
  /** The same to change. `onDone`: it is to go, saved or given up. */
  form(loaded: Form, onDone: (isSaved: boolean) => void): ReactNode;
}

/** A block of the account that is read first and changed in place. The focus comes back to the button that opened the form. */
export function EditableSection<Form>(props: EditableBlockProps<Form>) {
  const {
    name,
    title,
    text,
    action = "account.action.edit",
    told,
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
  /** Whether the form is to open when it is there: Esc on the button gives it up before. */
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
  async function beginEditing() {
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
      told={
        isSaved ? text("account.save.done") : hasFailed ? text("account.edit.failed") : isEditing ? undefined : told
      }
      action={
        !isEditing && (
          <Button
            ref={edit}
            {...part("edit", "site-block-action", appearance)}
            aria-disabled={!canChange || undefined}
            onClick={() => canChange && void beginEditing()}
            onKeyDown={({ key }) => {
              if (key === "Escape") isAwaited.current = false;
            }}
          >
            {text.rich(action, {
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
        : children}
    </AccountSection>
  );
}
