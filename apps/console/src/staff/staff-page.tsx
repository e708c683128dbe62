import type { StaffAccount, StaffRole } from "@porchlight/client/staff";
import { TimeText, useReauthentication } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useConsole, useStaffAccount } from "../context.ts";
import { staffRoles } from "../shell/sections.ts";
import { richText, text } from "../texts/text.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ConfirmIdentity } from "../ui/dialogs/confirm-identity.tsx";
import { fieldErrorOf } from "../ui/errors/error-text.ts";
import { Select, TextField } from "../ui/fields.tsx";
import { Page } from "../ui/page.tsx";
import { ErrorMessage, SuccessMessage } from "../ui/section.tsx";
import { StaffFactors } from "./staff-factors.tsx";

/** The people who may use the console. */
function StaffPage() {
  const { clients } = useConsole();
  const own = useStaffAccount();
  const cache = useQueryClient();
  const reauthentication = useReauthentication();
  const [isInviting, setIsInviting] = useState(false);
  const [removed, setRemoved] = useState<StaffAccount>();
  const { staff } = clients.site;
  const list = useQuery({ queryKey: ["staff"], queryFn: ({ signal }) => staff.listStaff({ signal }) });
  const refresh = () => cache.invalidateQueries({ queryKey: ["staff"] });
  const change = useMutation({
    mutationFn: ({ id, role }: { id: string; role: StaffRole }) =>
      reauthentication.run(() => staff.changeStaffRole(id, role)),
    onSettled: refresh,
  });
  const resend = useMutation({
    mutationFn: ({ email, role }: StaffAccount) => reauthentication.run(() => staff.inviteStaff({ email, role })),
  });
  return (
    <Page
      title={text("Staff")}
      actions={
        <Button kind="primary" onPress={() => setIsInviting(true)}>
          <UserPlus aria-hidden size={16} />
          {text("Invite")}
        </Button>
      }
    >
      {change.isError && <ErrorMessage error={change.error} />}
      {resend.isError && <ErrorMessage error={resend.error} />}
      {resend.isSuccess && (
        <SuccessMessage>
          {text("Another invitation to {email} is on its way.", { email: resend.data.email })}
        </SuccessMessage>
      )}
      {list.isError && <ErrorMessage error={list.error} />}
      <ul className="grid rounded-xl border border-line bg-surface">
        {list.data?.map((account) => (
          <li
            key={account._id}
            className="grid items-center gap-3 border-line p-4 not-first:border-t sm:grid-cols-[minmax(0,1fr)_9rem_auto]"
          >
            <div className="grid min-w-0 gap-1">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <span className="truncate">{account.name || account.email}</span>
                {account._id === own._id && <Badge>{text("You")}</Badge>}
                {account.status === "INVITED" && <Badge tone="warning">{text("Invited")}</Badge>}
                {account.hasSecondFactor && <Badge tone="success">{text("Two-factor authentication")}</Badge>}
              </p>
              <p className="break-words text-muted">
                {account.name ? `${account.email} · ` : ""}
                {account.lastLoginDate
                  ? richText("Last sign-in {date}", { date: <TimeText value={account.lastLoginDate} /> })
                  : text("Has not signed in yet")}
              </p>
            </div>
            <Select
              label={text("Role of {name}", { name: account.name || account.email })}
              hidesLabel
              value={account.role}
              options={staffRoles}
              onChange={(role) => change.mutate({ id: account._id, role })}
            />
            <span className="flex max-sm:-ms-3">
              {account.status === "INVITED" && (
                <Button kind="quiet" isPending={resend.isPending} onPress={() => resend.mutate(account)}>
                  {text("Resend")}
                </Button>
              )}
              <Button kind="quiet" onPress={() => setRemoved(account)}>
                {text("Remove")}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {list.data && <StaffFactors accounts={list.data} />}
      <InviteDialog
        isOpen={isInviting}
        isCovered={reauthentication.prompt !== undefined}
        onClose={() => setIsInviting(false)}
        onInvite={async (person) => {
          await reauthentication.run(() => staff.inviteStaff(person));
          await refresh();
        }}
      />
      <RemoveDialog
        account={removed}
        isCovered={reauthentication.prompt !== undefined}
        onClose={() => setRemoved(undefined)}
        onRemove={async ({ _id }) => {
          await reauthentication.run(() => staff.removeStaff(_id));
          await refresh();
        }}
      />
      <ConfirmIdentity reauthentication={reauthentication} />
    </Page>
  );
}

interface InviteDialogProps {
  isOpen: boolean;
  /** Whether another dialog is open above. */
  isCovered: boolean;
  onClose(): void;
  onInvite(person: { email: string; role: StaffRole; firstName: string; lastName: string }): Promise<void>;
}

function InviteDialog({ isOpen, isCovered, onClose, onInvite }: InviteDialogProps) {
  const [role, setRole] = useState<StaffRole>("editor");
  const invite = useMutation({ mutationFn: onInvite, onSuccess: onClose });
  const emailError = fieldErrorOf(invite.error, "email");
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = (name: string) => String(data.get(name) ?? "");
    invite.mutate({ email: typed("email"), role, firstName: typed("firstName"), lastName: typed("lastName") });
  }
  const close = () => {
    invite.reset();
    onClose();
  };
  return (
    <Dialog title={text("Invite a person")} isOpen={isOpen && !isCovered} onClose={close}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {invite.isError && !emailError && <ErrorMessage error={invite.error} />}
        <TextField label={text("Email")} name="email" type="email" autoComplete="off" autoFocus error={emailError} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={text("First name (optional)")} name="firstName" autoComplete="off" />
          <TextField label={text("Last name (optional)")} name="lastName" autoComplete="off" />
        </div>
        <Select<StaffRole> label={text("Role")} value={role} options={staffRoles} onChange={setRole} />
        <p className="text-muted">{staffRoles.find(({ id }) => id === role)?.hint}</p>
        <div className="flex justify-end gap-2">
          <Button onPress={close}>{text("Cancel")}</Button>
          <Button kind="primary" type="submit" isPending={invite.isPending}>
            {invite.isPending ? text("Sending…") : text("Send invitation")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface RemoveDialogProps {
  account: StaffAccount | undefined;
  /** Whether another dialog is open above. */
  isCovered: boolean;
  onClose(): void;
  onRemove(account: StaffAccount): Promise<void>;
}

function RemoveDialog({ account, isCovered, onClose, onRemove }: RemoveDialogProps) {
  const remove = useMutation({ mutationFn: onRemove, onSuccess: onClose });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Dialog title={text("Remove this person?")} isOpen={account !== undefined && !isCovered} onClose={close}>
      {remove.isError && <ErrorMessage error={remove.error} />}
      <p>
        {text("{name} is signed out everywhere and can no longer use the console. Posts and other content stay.", {
          name: account?.name || account?.email || "",
        })}
      </p>
      <div className="flex justify-end gap-2">
        <Button autoFocus onPress={close}>
          {text("Cancel")}
        </Button>
        <Button kind="danger" isPending={remove.isPending} onPress={() => account && remove.mutate(account)}>
          {text("Remove")}
        </Button>
      </div>
    </Dialog>
  );
}

export { StaffPage as Component };
