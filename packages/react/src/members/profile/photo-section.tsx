import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AccountClient, SessionMember } from "../../auth/member-client.ts";
import { memberName } from "../../auth/session/member-button.tsx";
import { initials } from "../../ui/avatar.tsx";
import { safeUrl } from "../../ui/safe-url.ts";
import { TimeText } from "../../ui/time-text.tsx";
import type { AccountSectionProps } from "../account-section.tsx";
import { EditableSection } from "../editable-section.tsx";

interface PhotoBlockProps extends AccountSectionProps {
  member: SessionMember;
  text: AuthTexts;
  /** Absent if the client has no module `account`: the photo is then read-only. */
  calls: AccountClient | undefined;
}

const loadForm = async () => (await import("./photo-form.tsx")).PhotoForm;

/** Who is signed in: photo or initials, name, email and join date, with buttons to replace or remove the photo. */
export function PhotoSection({ member, text, calls, appearance, headingLevel }: PhotoBlockProps) {
  const url = safeUrl(member.profile?.photo?.url, ["http:", "https:"])?.href;
  const { loginEmail, _createdDate } = member;
  const name = memberName(member) || text("account.menu.unnamed");
  const identity = (
    <div className="site-identity">
      {url ? (
        <img className="site-photo" src={url} alt={text("profile.photo.alt")} width={72} height={72} decoding="async" />
      ) : (
        <span className="site-avatar site-photo" aria-hidden="true" data-initials={initials(name)} />
      )}
      <p>
        <bdi className="site-identity-name">{name}</bdi>
        {loginEmail && loginEmail !== name && <bdi className="site-muted">{loginEmail}</bdi>}
        {_createdDate && (
          <span className="site-muted">
            {text.rich("account.email.since", { date: <TimeText key="date" value={_createdDate} /> })}
          </span>
        )}
      </p>
    </div>
  );
  if (!calls) return identity;
  return (
    <EditableSection
      name="photo"
      title={text("profile.photo.title")}
      action={url ? "profile.photo.change" : "profile.photo.add"}
      {...{ text, appearance, headingLevel, loadForm }}
      form={(PhotoForm, onDone) => <PhotoForm {...{ text, appearance, calls, onDone }} hasPhoto={url !== undefined} />}
    >
      {identity}
    </EditableSection>
  );
}
