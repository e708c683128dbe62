import { DescriptionItem, DescriptionList } from "../../account-section.tsx";
import { EditableSection } from "../../editable-section.tsx";
import type { DetailsSectionProps } from "../use-account-details.ts";

const loadForm = async () => (await import("./phones-form.tsx")).PhonesForm;

/** The member's phone numbers, with a form. At most one is the main number. */
export function PhonesSection({ details, text, update, onDirty, appearance, headingLevel }: DetailsSectionProps) {
  const { phones } = details;
  return (
    <EditableSection
      name="phones"
      title={text("profile.phones.title")}
      addAction={phones.length === 0 && "profile.phones.add"}
      {...{ text, appearance, headingLevel, loadForm }}
      form={(PhonesForm, onDone) => <PhonesForm {...{ phones, text, appearance, update, onDirty, onDone }} />}
    >
      <DescriptionList appearance={appearance}>
        {phones.map(({ tag, phone }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: numbers may be identical
          <DescriptionItem key={index} name={text(`profile.phoneTag.${tag}`)}>
            <bdi>{phone}</bdi>
          </DescriptionItem>
        ))}
      </DescriptionList>
    </EditableSection>
  );
}
