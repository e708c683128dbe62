import { DescriptionItem, DescriptionList } from "../account-section.tsx";
import { EditableSection } from "../editable-section.tsx";
import type { DetailsSectionProps } from "./use-account-details.ts";

const loadForm = async () => (await import("./rows-form.tsx")).RowsForm;

/** Whether others may see the member's profile. */
export function PrivacySection({ details, text, update, onDirty, appearance, headingLevel }: DetailsSectionProps) {
  const { privacyStatus } = details;
  const title = text("profile.privacy.title");
  const options = (["PRIVATE", "PUBLIC"] as const).map((value) => ({ value, label: text(`profile.privacy.${value}`) }));
  return (
    <EditableSection
      name="privacy"
      {...{ title, text, appearance, headingLevel }}
      loadForm={loadForm}
      form={(RowsForm, onDone) => (
        <RowsForm
          {...{ text, appearance, onDirty, onDone }}
          rows={[{ privacyStatus }]}
          nameOf={() => title}
          fieldsOf={() => [{ name: "privacyStatus", label: text("profile.privacy.label"), options }]}
          save={([row]) => update({ privacyStatus: row?.privacyStatus === "PUBLIC" ? "PUBLIC" : "PRIVATE" })}
        />
      )}
    >
      <DescriptionList appearance={appearance}>
        <DescriptionItem name={text(`profile.privacy.${privacyStatus}`)}>
          {text(privacyStatus === "PUBLIC" ? "profile.privacy.publicText" : "profile.privacy.privateText")}
        </DescriptionItem>
      </DescriptionList>
    </EditableSection>
  );
}
