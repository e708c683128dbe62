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

/** The site's custom fields: those the owner declares, and others that the member has. Hidden without any. */
export function FieldsSection({ details, declaredFields, ...props }: FieldsBlockProps) {
  const { text, appearance, headingLevel, update, onDirty } = props;
  const { customFields } = details;
  const fields = toSiteFields(customFields, declaredFields);
  if (fields.length === 0) return null;
  return (
    <EditableSection
      name="fields"
      title={text("profile.fields.title")}
      {...{ text, appearance, headingLevel, loadForm }}
      form={(FieldsForm, onDone) => (
        <FieldsForm {...{ text, appearance, fields, customFields, update, onDirty, onDone }} />
      )}
    >
      <DescriptionList appearance={appearance}>
        {fields.map(({ name, value, type }) => (
          <DescriptionItem key={name} name={name}>
            {value && showValue(value, type, text.language) ? (
              showValue(value, type, text.language)
            ) : (
              <span className="site-muted">{text("account.profile.none")}</span>
            )}
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
