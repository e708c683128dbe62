import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { SessionMember } from "../../auth/member-client.ts";
import { type AccountSectionProps, DescriptionItem, DescriptionList } from "../account-section.tsx";
import { EditableSection } from "../editable-section.tsx";
import { ownNickname } from "./profile-values.ts";

interface NamesBlockProps extends AccountSectionProps {
  member: SessionMember;
  text: AuthTexts;
  onDirty(isDirty: boolean): void;
}

const loadForm = async () => (await import("./names-form.tsx")).NamesForm;

/** First name, last name and nickname, with a form. */
export function NamesSection({ member, text, onDirty, appearance, headingLevel }: NamesBlockProps) {
  const facts = [
    [text("auth.field.firstName"), member.contact?.firstName] as const,
    [text("auth.field.lastName"), member.contact?.lastName] as const,
    [text("account.names.nickname"), ownNickname(member)] as const,
  ].filter(([_name, value]) => value);
  return (
    <EditableSection
      name="names"
      title={text("account.names.title")}
      addAction={facts.length === 0 && "account.names.add"}
      {...{ text, appearance, headingLevel, loadForm }}
      form={(NamesForm, onDone) => <NamesForm {...{ member, text, appearance, onDirty, onDone }} />}
    >
      <DescriptionList appearance={appearance}>
        {facts.map(([name, value]) => (
          <DescriptionItem key={name} name={name}>
            <bdi>{value}</bdi>
          </DescriptionItem>
        ))}
      </DescriptionList>
    </EditableSection>
  );
}
