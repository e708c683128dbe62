import type { Member } from "@porchlight/client/members";
import type { MemberAccount } from "@porchlight/client/staff";
import { TimeText, useReauthentication } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConsole } from "../context.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmIdentity } from "../ui/confirm-identity.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Done, Problem, Section } from "../ui/section.tsx";
import { nameOf } from "./member-status.tsx";

const factorNames: Readonly<Record<MemberAccount["factors"][number]["type"], string>> = {
  PASSWORD: "Password",
  SMS: "Codes by text message",
  CALL: "Codes by phone call",
  EMAIL: "Codes by email",
  TOTP: "Authenticator app",
  PUSH: "Device for requests",
  WEBAUTHN: "Passkey",
};

/** How a member signs in, and where: factors, password, sessions. */
export function MemberAccountSections({ member }: { member: Member }) {
  const { clients } = useConsole();
  const { _id: id } = member;
  const account = useQuery({
    queryKey: ["members", "account", id],
    queryFn: ({ signal }) => clients.site.memberAccounts.getMemberAccount(id, { signal }),
  });
  if (account.isError) return <Problem error={account.error} />;
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
  const mail = useMutation({ mutationFn: () => memberAccounts.sendSetPasswordEmail(email) });
  const hasFactors = account.factors.length > 0 || account.recoveryCodesLeft > 0;
  return (
    <Section
      title="Sign-in"
      actions={
        <>
          <Button isPending={mail.isPending} onPress={() => mail.mutate()}>
            {account.hasPassword ? "Email a password reset" : "Email a link to set a password"}
          </Button>
          {hasFactors && <Button onPress={() => setIsResetting(true)}>Reset two-step sign-in</Button>}
        </>
      }
    >
      {mail.isError && <Problem error={mail.error} />}
      {mail.isSuccess && <Done>{`An email to ${email} is on its way, if there was none in the last minute.`}</Done>}
      <p className="flex flex-wrap items-center gap-2">
        {email}
        {member.loginEmailVerified ? (
          <Badge tone="success">Verified</Badge>
        ) : (
          <Badge tone="warning">Not verified</Badge>
        )}
        {!account.hasPassword && <Badge>No password</Badge>}
      </p>
      {hasFactors ? (
        <ul className="grid gap-3">
          {account.factors.map(({ _id, type, name, hint, status, _createdDate }) => (
            <li key={_id ?? type} className="grid gap-1">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {name ?? factorNames[type]}
                {status !== "ENABLED" && <Badge tone="warning">Not active</Badge>}
              </span>
              <span className="text-muted">
                {name ? `${factorNames[type]} · ` : ""}
                {hint ? `${hint} · ` : ""}
                Added <TimeText value={_createdDate} />
              </span>
            </li>
          ))}
          <li className="text-muted">
            {account.recoveryCodesLeft === 1
              ? "1 unused recovery code"
              : `${account.recoveryCodesLeft} unused recovery codes`}
          </li>
        </ul>
      ) : (
        <p className="text-muted">This member has not set up two-step sign-in.</p>
      )}
      <ResetDialog member={member} isOpen={isResetting} onClose={() => setIsResetting(false)} />
    </Section>
  );
}

function ResetDialog({ member, isOpen, onClose }: { member: Member; isOpen: boolean; onClose(): void }) {
  const { memberAccounts } = useConsole().clients.site;
  const cache = useQueryClient();
  const reauthentication = useReauthentication();
  const reset = useMutation({
    mutationFn: () => reauthentication.run(() => memberAccounts.resetMemberFactors(member._id)),
    onSuccess: onClose,
    onSettled: () => cache.invalidateQueries({ queryKey: ["members"] }),
  });
  const close = () => {
    reset.reset();
    onClose();
  };
  return (
    <>
      <Dialog
        title={`Reset two-step sign-in of ${nameOf(member)}?`}
        isOpen={isOpen && !reauthentication.prompt}
        onClose={close}
      >
        {reset.isError && <Problem error={reset.error} />}
        <p>
          All factors and recovery codes are removed, and the member is notified by email. Make sure that the request
          comes from the member: afterward, the password is sufficient.
        </p>
        <div className="flex justify-end gap-2">
          <Button autoFocus onPress={close}>
            Cancel
          </Button>
          <Button kind="danger" isPending={reset.isPending} onPress={() => reset.mutate()}>
            Reset
          </Button>
        </div>
      </Dialog>
      <ConfirmIdentity reauthentication={reauthentication} />
    </>
  );
}

function Sessions({ member, account }: SectionProps) {
  const { memberAccounts } = useConsole().clients.site;
  const cache = useQueryClient();
  const end = useMutation({
    mutationFn: () => memberAccounts.endMemberSessions(member._id),
    onSettled: () => cache.invalidateQueries({ queryKey: ["members"] }),
  });
  const { sessions } = account;
  return (
    <Section
      title="Sessions"
      actions={
        sessions.length > 0 && (
          <Button isPending={end.isPending} onPress={() => end.mutate()}>
            Sign out everywhere
          </Button>
        )
      }
    >
      {end.isError && <Problem error={end.error} />}
      {sessions.length === 0 ? (
        <p className="text-muted">This member is not signed in anywhere.</p>
      ) : (
        <ul className="grid gap-3">
          {sessions.map(({ _id, browser, device, app, lastActiveDate }) => (
            <li key={_id} className="grid gap-1">
              <span className="font-medium">{[browser, device].filter(Boolean).join(" on ") || "Unknown device"}</span>
              <span className="text-muted">
                {app.name} · Active <TimeText value={lastActiveDate} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
