import type { AuthTexts } from "../auth/auth-screen.tsx";
import type { MemberDetailsEntry } from "../auth/member-client.ts";
import { type AccountBlockProps, Fact, Facts } from "./account-block.tsx";
import { EditableBlock } from "./editable-block.tsx";

export interface DetailsBlockProps extends AccountBlockProps {
  details: MemberDetailsEntry;
  text: AuthTexts;
  update(changed: Partial<MemberDetailsEntry>): Promise<void>;
  onDirty(isDirty: boolean): void;
}

const loadForm = async () => (await import("./phones-form.tsx")).PhonesForm;

/** The member's phone numbers: to read, and to change in place. One at most is the main one. */
export function PhonesBlock({ details, text, update, onDirty, appearance, headingLevel }: DetailsBlockProps) {
  const { phones } = details;
  return (
    <EditableBlock
      name="phones"
      title={text("profile.phones.title")}
      {...{ text, appearance, headingLevel, loadForm }}
      form={(PhonesForm, onDone) => <PhonesForm {...{ phones, text, appearance, update, onDirty, onDone }} />}
    >
      {phones.length === 0 ? (
        <p className="site-muted">{text("profile.phones.none")}</p>
      ) : (
        <Facts appearance={appearance}>
          {phones.map(({ tag, phone }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same number may stand there twice
            <Fact key={index} name={text(`profile.phoneTag.${tag}`)}>
              <bdi>{phone}</bdi>
            </Fact>
          ))}
        </Facts>
      )}
    </EditableBlock>
  );
}
