import type { DeclaredField } from "../../auth/member-client.ts";
import { TimeText } from "../../ui/time-text.tsx";
import { DescriptionItem, DescriptionList } from "../account-section.tsx";
import { EditableSection } from "../editable-section.tsx";
import { type FieldValue, type SiteField, toSiteFields } from "./profile-values.ts";
import type { DetailsSectionProps } from "./use-account-details.ts";

interface FieldsBlockProps extends DetailsSectionProps {
  declaredFields: readonly DeclaredField[];
}

const loadForm = async () => (await import("./fields-form.tsx")).FieldsForm;

/** The site's custom fields that have a value: those the owner declares, and others. Hidden without any field. */
export function FieldsSection({ details, declaredFields, ...props }: FieldsBlockProps) {
  const { text, appearance, headingLevel, update, onDirty } = props;
  const { customFields } = details;
  const fields = toSiteFields(customFields, declaredFields);
  if (fields.length === 0) return null;
  const shown = fields.flatMap(({ name, value, type }) => {
    const content = value && showValue(value, type, text.language);
    return content ? { name, content } : [];
  });
  return (
    <EditableSection
      name="fields"
      title={text("profile.fields.title")}
      addAction={shown.length === 0 && "profile.fields.add"}
      {...{ text, appearance, headingLevel, loadForm }}
      form={(FieldsForm, onDone) => (
        <FieldsForm {...{ text, appearance, fields, customFields, update, onDirty, onDone }} />
      )}
    >
      <DescriptionList appearance={appearance}>
        {shown.map(({ name, content }) => (
          <DescriptionItem key={name} name={name}>
            {content}
          </DescriptionItem>
        ))}
      </DescriptionList>
    </EditableSection>
  );
}

function showValue({ dateValue, numValue, strValue }: FieldValue, type: SiteField["type"], language: string) {
  if (dateValue) return <TimeText value={dateValue} />;
  if (typeof numValue === "number") return numValue.toLocaleString(language, { maximumFractionDigits: 15 });
  const isAddress = (type === "URL" || type === "SOCIAL") && /^https?:/i.test(strValue ?? "");
  return isAddress ? <a href={strValue}>{strValue}</a> : strValue && <bdi>{strValue}</bdi>;
}
