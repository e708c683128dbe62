import type { NewsletterStatus } from "@porchlight/client/blog";
import type { Member } from "@porchlight/client/members";
import { TimeText, useReauthentication } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ConfirmIdentity } from "../ui/dialogs/confirm-identity.tsx";
import { TextField } from "../ui/fields.tsx";
import { Page } from "../ui/page.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { MemberAccountSections } from "./member-account.tsx";
import { MemberEvents, MemberItems, MemberSubmissions } from "./member-activity.tsx";
import { MemberPhoto, MemberStatus, nameOf } from "./member-status.tsx";
import { type MemberAction, useMemberActions } from "./use-member-actions.ts";

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
      <Page title={text("Member")}>
        <ErrorMessage error={member.error} />
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
  const act = (action: MemberAction) => actions.mutate({ action, ids: [id], name: nameOf(member) });
  return (
    <Page
      title={nameOf(member)}
      image={<MemberPhoto member={member} />}
      back={{ to: "/members", name: text("Members") }}
      actions={
        <>
          {member.status === "PENDING" ? (
            <>
              <Button kind="primary" onPress={() => act("approve")}>
                {text("Approve")}
              </Button>
              <Button onPress={() => act("reject")}>{text("Reject")}</Button>
            </>
          ) : member.status === "APPROVED" ? (
            <Button onPress={() => act("block")}>{text("Block")}</Button>
          ) : (
            <Button kind="primary" onPress={() => act("unblock")}>
              {text("Unblock")}
            </Button>
          )}
          <Button onPress={() => act(isMuted ? "unmute" : "mute")}>{isMuted ? text("Unmute") : text("Mute")}</Button>
          {role === "owner" && member.status === "APPROVED" && (
            <LinkButton to={`/members/${id}/view`}>{text("View as this member")}</LinkButton>
          )}
          <LinkButton to={`/members/${id}/edit`}>{text("Edit")}</LinkButton>
          <Button kind="danger" onPress={() => setIsDeleting(true)}>
            {text("Delete")}
          </Button>
        </>
      }
    >
      {actions.isError && <ErrorMessage error={actions.error} />}
      <dl className="grid gap-x-8 gap-y-4 rounded-xl border border-line bg-surface p-4 sm:grid-cols-2 sm:p-6 lg:grid-cols-4">
        <Detail name={text("Status")}>
          <MemberStatus member={member} />
        </Detail>
        <Detail name={text("Joined")}>
          <TimeText value={member._createdDate} />
        </Detail>
        <Detail name={text("Last sign-in")}>
          {member.lastLoginDate ? <TimeText value={member.lastLoginDate} /> : text("Never")}
        </Detail>
        <Detail name={text("Profile")}>{member.privacyStatus === "PUBLIC" ? text("Public") : text("Private")}</Detail>
        <NewsletterDetail id={id} />
        <Detail name={text("Slug")}>{member.profile.slug}</Detail>
        <Detail name={text("ID")}>
          <CopyText label={text("Copy the ID")} value={id} isInline />
        </Detail>
        {member.contact?.phones?.length ? (
          <Detail name={text("Phone")}>{member.contact.phones.join(", ")}</Detail>
        ) : null}
        {member.contact?.company && <Detail name={text("Company")}>{member.contact.company}</Detail>}
        {member.profile.title && <Detail name={text("Title")}>{member.profile.title}</Detail>}
        {member.contact?.jobTitle && <Detail name={text("Job title")}>{member.contact.jobTitle}</Detail>}
        {member.contact?.birthdate && <Detail name={text("Date of birth")}>{member.contact.birthdate}</Detail>}
        {(member.contact?.addresses ?? []).map((address) => (
          <Detail key={address._id} name={text("Address")}>
            {[address.addressLine, address.addressLine2, address.postalCode, address.city, address.country]
              .filter(Boolean)
              .join(", ")}
          </Detail>
        ))}
        {Object.entries(member.contact?.customFields ?? {}).map(([key, { name, value }]) => (
          <Detail key={key} name={name}>
            {String(value)}
          </Detail>
        ))}
      </dl>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <MemberAccountSections member={member} />
          <MemberSubmissions id={id} />
          {role === "owner" && <MemberItems id={id} />}
        </div>
        <MemberEvents id={id} />
      </div>
      <DeleteDialog member={member} isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
    </Page>
  );
}

const subscriptionNames: Readonly<Record<NewsletterStatus, string>> = {
  NONE: text("Not subscribed"),
  PENDING: text("Not confirmed yet"),
  SUBSCRIBED: text("Subscribed"),
  BOUNCED: text("Address rejected by the mail server"),
};

/** Whether the member gets new posts by email. */
function NewsletterDetail({ id }: { id: string }) {
  const { newsletterPosts } = useConsole().clients.site;
  const { data } = useQuery({
    queryKey: ["members", "newsletter", id],
    queryFn: ({ signal }) => newsletterPosts.getMemberNewsletterSubscription(id, { signal }),
  });
  if (!data) return null;
  return (
    <Detail name={text("Newsletter")}>
      {subscriptionNames[data.status]}
      {data.status === "SUBSCRIBED" && data.categoryIds && (
        <span className="block font-normal text-muted">
          {text("{n, plural, one {# category} other {# categories}}", { n: data.categoryIds.length })}
        </span>
      )}
    </Detail>
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
      <Dialog
        title={text("Delete {name}?", { name: nameOf(member) })}
        isOpen={isOpen && !reauthentication.prompt}
        onClose={close}
      >
        <p>
          {text(
            "The account and all personal data are deleted permanently. Posts remain, without the name of the author.",
          )}
        </p>
        <TextField
          label={text("Type {email} to confirm", { email })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoFocus
        />
        {remove.isError && <ErrorMessage error={remove.error} />}
        <div className="flex justify-end gap-2">
          <Button onPress={close}>{text("Cancel")}</Button>
          <Button
            kind="danger"
            isDisabled={typed.trim().toLowerCase() !== email.toLowerCase()}
            isPending={remove.isPending}
            onPress={() => remove.mutate()}
          >
            {text("Delete")}
          </Button>
        </div>
      </Dialog>
      <ConfirmIdentity reauthentication={reauthentication} />
    </>
  );
}

export { MemberPage as Component };
