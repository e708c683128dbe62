import type { Member } from "@porchlight/client/members";
import { TimeText, useReauthentication } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmIdentity } from "../ui/confirm-identity.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/section.tsx";
import { MemberAccountSections } from "./member-account.tsx";
import { MemberContent, MemberEvents } from "./member-activity.tsx";
import { MemberStatus, nameOf } from "./member-status.tsx";
import { useMemberActions } from "./use-member-actions.ts";

/** One member. */
function MemberPage() {
  const { id = "" } = useParams();
  const { clients } = useConsole();
  const member = useQuery({
    queryKey: ["members", "one", id],
    queryFn: ({ signal }) => clients.site.members.getMember(id, { fieldsets: ["FULL"] }, { signal }),
  });
  if (member.isError)
    return (
      <Page title="Member">
        <Problem error={member.error} />
      </Page>
    );
  return member.data ? <MemberDetails member={member.data} /> : null;
}

function MemberDetails({ member }: { member: Member }) {
  const actions = useMemberActions();
  const { role } = useStaffAccount();
  const [isDeleting, setIsDeleting] = useState(false);
  const { _id: id } = member;
  const isMuted = member.activityStatus === "MUTED";
  return (
    <Page
      title={nameOf(member)}
      back={{ to: "/members", name: "Members" }}
      actions={
        <>
          {member.status !== "APPROVED" && (
            <Button kind="primary" onPress={() => actions.mutate({ action: "approve", ids: [id] })}>
              {member.status === "PENDING" ? "Approve" : "Unblock"}
            </Button>
          )}
          {member.status === "PENDING" && (
            <Button onPress={() => actions.mutate({ action: "reject", ids: [id] })}>Reject</Button>
          )}
          {member.status === "APPROVED" && (
            <Button onPress={() => actions.mutate({ action: "block", ids: [id] })}>Block</Button>
          )}
          <Button onPress={() => actions.mutate({ action: isMuted ? "unmute" : "mute", ids: [id] })}>
            {isMuted ? "Unmute" : "Mute"}
          </Button>
          <Button kind="danger" onPress={() => setIsDeleting(true)}>
            Delete
          </Button>
        </>
      }
    >
      {actions.isError && <Problem error={actions.error} />}
      <dl className="grid gap-x-8 gap-y-4 rounded-xl border border-line bg-surface p-4 sm:grid-cols-2 sm:p-6 lg:grid-cols-4">
        <Detail name="Status">
          <MemberStatus member={member} />
        </Detail>
        <Detail name="Joined">
          <TimeText value={member._createdDate} />
        </Detail>
        <Detail name="Last sign-in">
          {member.lastLoginDate ? <TimeText value={member.lastLoginDate} /> : "Never"}
        </Detail>
        <Detail name="Profile">{member.privacyStatus === "PUBLIC" ? "Public" : "Private"}</Detail>
        <Detail name="Slug">{member.profile.slug}</Detail>
        {member.contact?.phones?.length ? <Detail name="Phone">{member.contact.phones.join(", ")}</Detail> : null}
        {member.contact?.company && <Detail name="Company">{member.contact.company}</Detail>}
        {member.contact?.jobTitle && <Detail name="Job title">{member.contact.jobTitle}</Detail>}
      </dl>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <MemberAccountSections member={member} />
          {role === "owner" && <MemberContent id={id} />}
        </div>
        <MemberEvents id={id} />
      </div>
      <DeleteDialog member={member} isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
    </Page>
  );
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-w-0 gap-1">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 overflow-hidden font-medium text-ellipsis">{children}</dd>
  </div>
);

function DeleteDialog({ member, isOpen, onClose }: { member: Member; isOpen: boolean; onClose(): void }) {
  const { clients } = useConsole();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const reauthentication = useReauthentication();
  const [typed, setTyped] = useState("");
  const email = member.loginEmail ?? "";
  const remove = useMutation({
    mutationFn: () => reauthentication.run(() => clients.site.members.deleteMember(member._id)),
    onSuccess: async () => {
      await navigate("/members", { replace: true });
      cache.removeQueries({ queryKey: ["members", "one", member._id] });
      await cache.invalidateQueries({ queryKey: ["members", "list"] });
    },
  });
  const close = () => {
    remove.reset();
    setTyped("");
    onClose();
  };
  return (
    <>
      <Dialog title={`Delete ${nameOf(member)}?`} isOpen={isOpen && !reauthentication.prompt} onClose={close}>
        <p>The account and all personal data are deleted permanently. Posts remain, without the name of the author.</p>
        <TextField label={`Type ${email} to confirm`} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
        {remove.isError && <Problem error={remove.error} />}
        <div className="flex justify-end gap-2">
          <Button onPress={close}>Cancel</Button>
          <Button
            kind="danger"
            isDisabled={typed.trim().toLowerCase() !== email.toLowerCase()}
            isPending={remove.isPending}
            onPress={() => remove.mutate()}
          >
            Delete
          </Button>
        </div>
      </Dialog>
      <ConfirmIdentity reauthentication={reauthentication} />
    </>
  );
}

export { MemberPage as Component };
