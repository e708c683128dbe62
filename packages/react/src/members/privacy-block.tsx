import { Fact, Facts } from "./account-block.tsx";
import { EditableBlock } from "./editable-block.tsx";
import type { DetailsBlockProps } from "./phones-block.tsx";

const loadForm = async () => (await import("./rows-form.tsx")).RowsForm;

/** Whether others may see the member, with a sentence on what they see. */
export function PrivacyBlock({ details, text, update, onDirty, appearance, headingLevel }: DetailsBlockProps) {
  const { privacyStatus } = details;
  const title = text("profile.privacy.title");
  const options = (["PRIVATE", "PUBLIC"] as const).map((value) => ({ value, label: text(`profile.privacy.${value}`) }));
  return (
    <EditableBlock
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
      <Facts appearance={appearance}>
        <Fact name={text(`profile.privacy.${privacyStatus}`)}>
          {text(privacyStatus === "PUBLIC" ? "profile.privacy.publicText" : "profile.privacy.privateText")}
        </Fact>
      </Facts>
    </EditableBlock>
  );
}
