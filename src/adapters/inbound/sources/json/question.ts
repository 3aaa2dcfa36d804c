/** Words with which forms ask for something: `What is your first name?`, `Please enter your email`. */
const ASKED =
  /^(?:(?:and|so|please|hi|hello|first|now|great|thanks)[,!]? {1,3}){0,3}(?:(?:what(?:['’]s| is| are)|may we have|can we have|could we have|enter|give(?: us)?|tell us|type|leave|add) {1,3})?(?:(?:your|the|a) {1,3})?(?<name>[^?:*]{1,60}?) {0,3}(?:\?|:|\*|please|\.){0,3}$/i;

/**
 * The name that a question asks for, such as `first name` in *What is your first name?*: for forms whose answers have
 * no other. `ref`: the name that the form's author gave it, which counts if it is one that people choose.
 */
export function nameInQuestion(question: string, ref = ''): string {
  if (/^[a-z][a-z _-]{2,40}$/i.test(ref) && !ref.startsWith('readable_ref')) return ref;
  return ASKED.exec(question)?.groups?.name ?? question;
}
