import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AccountClient, SessionMember } from "../../auth/member-client.ts";
import { safeUrl } from "../../ui/safe-url.ts";
import type { AccountSectionProps } from "../account-section.tsx";
import { EditableSection } from "../editable-section.tsx";

interface PhotoBlockProps extends AccountSectionProps {
  member: SessionMember;
  text: AuthTexts;
  calls: AccountClient;
}

const loadForm = async () => (await import("./photo-form.tsx")).PhotoForm;

/** The member's photo, with buttons to replace or remove it. */
export function PhotoSection({ member, text, calls, appearance, headingLevel }: PhotoBlockProps) {
  const url = safeUrl(member.profile?.photo?.url, ["http:", "https:"])?.href;
  return (
    <EditableSection
      name="photo"
      title={text("profile.photo.title")}
      {...{ text, appearance, headingLevel, loadForm }}
      form={(PhotoForm, onDone) => <PhotoForm {...{ text, appearance, calls, onDone }} hasPhoto={url !== undefined} />}
    >
      {url ? (
        <img className="site-photo" src={url} alt={text("profile.photo.alt")} width={96} height={96} decoding="async" />
      ) : (
        <p className="site-muted">{text("profile.photo.none")}</p>
      )}
    </EditableSection>
  );
}
