import type { Member } from "@porchlight/client/members";
import type { MemberAccount } from "@porchlight/client/staff";
import { TimeText, useReauthentication } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConsole } from "../context.ts";
import { richText, text } from "../texts/text.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ConfirmIdentity } from "../ui/dialogs/confirm-identity.tsx";
import { ErrorMessage, Section, SuccessMessage } from "../ui/section.tsx";
import { nameOf } from "./member-status.tsx";

const factorNames: Readonly<Record<MemberAccount["factors"][number]["type"], string>> = {
  PASSWORD: text("Password"),
  SMS: text("Codes by text message"),
  CALL: text("Codes by phone call"),
  EMAIL: text("Codes by email"),
  TOTP: text("Authenticator app"),
  PUSH: text("Device for requests"),
  WEBAUTHN: text("Passkey"),
};

/** How a member signs in, and where: factors, password, sessions. */
export function MemberAccountSections({ member }: { member: Member }) {
  const { clients } = useConsole();
  const { _id: id } = member;
  const account = useQuery({
    queryKey: ["members", "account", id],
    queryFn: ({ signal }) => clients.site.memberAccounts.getMemberAccount(id, { signal }),
  });
  if (account.isError) return <ErrorMessage error={account.error} />;
  if (!account.data) return null;
  return (
    <>
      <SignIn member={member} account={account.data} />
      <Sessions member={member} account={account.data} />
    </>
  );
}

interface SectionProps {
  member: Member;
  account: MemberAccount;
}

function SignIn({ member, account }: SectionProps) {
  const { memberAccounts } = useConsole().clients.site;
  const [isResetting, setIsResetting] = useState(false);
  const email = member.loginEmail ?? "";
  const cache = useQueryClient();
  const mail = useMutation({
    mutationFn: () => memberAccounts.sendSetPasswordEmail(email),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["members", "account", member._id] }),
  });
  const [removed, setRemoved] = useState<MemberAccount["factors"][number]>();
  const hasFactors = account.factors.length > 0 || account.recoveryCodesLeft > 0;
  return (
    <Section
      title={text("Sign-in")}
      actions={
        <>
          <Button isPending={mail.isPending} onPress={() => mail.mutate()}>
            {account.hasPassword ? text("Email a password reset") : text("Email a link to set a password")}
          </Button>
          {hasFactors && (
            <Button onPress={() => setIsResetting(true)}>{text("Reset two-factor authentication")}</Button>
          )}
        </>
      }
    >
      {mail.isError && <ErrorMessage error={mail.error} />}
      {mail.isSuccess && (
        <SuccessMessage>
          {text("An email to {email} is on its way, if there was none in the last minute.", { email })}
        </SuccessMessage>
      )}
      {(account.passwordEmailDate || account.factorsResetDate) && (
        <p className="text-muted">
          {account.passwordEmailDate &&
            richText("Last email to set a password: {date}.", {
              date: <TimeText value={account.passwordEmailDate} />,
            })}{" "}
          {account.factorsResetDate &&
            richText("Two-factor authentication last reset: {date}.", {
              date: <TimeText value={account.factorsResetDate} />,
            })}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-2">
        {email}
        {member.loginEmailVerified ? (
          <Badge tone="success">{text("Verified")}</Badge>
        ) : (
          <Badge tone="warning">{text("Not verified")}</Badge>
        )}
        {!account.hasPassword && <Badge>{text("No password")}</Badge>}
      </p>
      {hasFactors ? (
        <ul className="grid gap-3">
          {account.factors.map((factor) => {
            const { _id, type, name, hint, status, _createdDate } = factor;
            return (
              <li key={_id ?? type} className="flex items-center justify-between gap-3">
                <div className="grid min-w-0 gap-1">
                  <span className="flex flex-wrap items-center gap-2 font-medium">
                    {name ?? factorNames[type]}
                    {status !== "ENABLED" && <Badge tone="warning">{text("Not active")}</Badge>}
                  </span>
                  <span className="text-muted">
                    {name ? `${factorNames[type]} · ` : ""}
                    {hint ? `${hint} · ` : ""}
                    {richText("Added {date}", { date: <TimeText value={_createdDate} /> })}
                  </span>
                </div>
                {_id && (
                  <Button
                    kind="quiet"
                    aria-label={text("Remove {name}", { name: name ?? factorNames[type] })}
                    onPress={() => setRemoved(factor)}
                  >
                    {text("Remove")}
                  </Button>
                )}
              </li>
            );
          })}
          <li className="text-muted">
            {text("{n, plural, one {# unused recovery code} other {# unused recovery codes}}", {
              n: account.recoveryCodesLeft,
            })}
          </li>
        </ul>
      ) : (
        <p className="text-muted">{text("This member has not set up two-factor authentication.")}</p>
      )}
      <AccountDialog
        title={text("Reset two-factor authentication of {name}?", { name: nameOf(member) })}
        confirmLabel={text("Reset")}
        isOpen={isResetting}
        onClose={() => setIsResetting(false)}
        onConfirm={() => memberAccounts.resetMemberFactors(member._id)}
      >
        {text(
          "All factors and recovery codes are removed, and the member is notified by email. Make sure that the request comes from the member: afterward, the password is sufficient.",
        )}
      </AccountDialog>
      <AccountDialog
        title={text("Remove {name}?", { name: removed ? (removed.name ?? factorNames[removed.type]) : "" })}
        confirmLabel={text("Remove")}
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        onConfirm={() => memberAccounts.removeMemberFactor(member._id, removed?._id ?? "")}
      >
        {text(
          "The member can no longer sign in with this factor, and is notified by email. Make sure that the request comes from the member.",
        )}
      </AccountDialog>
    </Section>
  );
}

/** Props of {@link AccountDialog}. */
interface AccountDialogProps {
  title: string;
  confirmLabel: string;
  isOpen: boolean;
  onClose(): void;
  onConfirm(): Promise<void>;
  children: string;
}

/** Confirms a change of the account that cannot be undone. */
function AccountDialog({ title, confirmLabel, isOpen, onClose, onConfirm, children }: AccountDialogProps) {
  const cache = useQueryClient();
  const reauthentication = useReauthentication();
  const change = useMutation({
    mutationFn: () => reauthentication.run(onConfirm),
    onSuccess: onClose,
    onSettled: () => cache.invalidateQueries({ queryKey: ["members"] }),
  });
  const close = () => {
    change.reset();
    onClose();
  };
  return (
    <>
      <Dialog title={title} isOpen={isOpen && !reauthentication.prompt} onClose={close}>
        {change.isError && <ErrorMessage error={change.error} />}
        <p>{children}</p>
        <div className="flex justify-end gap-2">
          <Button autoFocus onPress={close}>
            {text("Cancel")}
          </Button>
          <Button kind="danger" isPending={change.isPending} onPress={() => change.mutate()}>
            {confirmLabel}
          </Button>
        </div>
      </Dialog>
      <ConfirmIdentity reauthentication={reauthentication} />
    </>
  );
}

function Sessions({ member, account }: SectionProps) {
  const { memberAccounts } = useConsole().clients.site;
  const { sessions } = account;
  const [ended, setEnded] = useState<(typeof sessions)[number] | "all">();
  const name = nameOf(member);
  return (
    <Section
      title={text("Sessions")}
      actions={sessions.length > 0 && <Button onPress={() => setEnded("all")}>{text("Sign out everywhere")}</Button>}
    >
      {sessions.length === 0 ? (
        <p className="text-muted">{text("This member is not signed in anywhere.")}</p>
      ) : (
        <ul className="grid gap-3">
          {sessions.map((session) => (
            <li key={session._id} className="flex items-center justify-between gap-3">
              <div className="grid min-w-0 gap-1">
                <span className="font-medium">{deviceOf(session)}</span>
                <span className="text-muted">
                  {session.app.name} ·{" "}
                  {richText("Last active {date}", { date: <TimeText value={session.lastActiveDate} /> })}
                </span>
              </div>
              <Button
                kind="quiet"
                aria-label={text("Sign out of {device}", { device: deviceOf(session) })}
                onPress={() => setEnded(session)}
              >
                {text("Sign out")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AccountDialog
        title={
          ended === undefined || ended === "all"
            ? text("Sign {name} out everywhere?", { name })
            : text("Sign {name} out of {device}?", { name, device: deviceOf(ended) })
        }
        confirmLabel={text("Sign out")}
        isOpen={ended !== undefined}
        onClose={() => setEnded(undefined)}
        onConfirm={() =>
          ended === undefined || ended === "all"
            ? memberAccounts.endMemberSessions(member._id)
            : memberAccounts.endMemberSession(member._id, ended._id)
        }
      >
        {text("The member has to sign in again. Unsaved input on the site may be lost.")}
      </AccountDialog>
    </Section>
  );
}

const deviceOf = ({ browser, device }: MemberAccount["sessions"][number]): string =>
  [browser, device].filter(Boolean).join(" · ") || text("Unknown device");
