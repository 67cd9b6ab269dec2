-- Given names that tell a he from a she: English ones as whole words, Chinese ones by their last letters. What a title or a word
-- for kin says, stands in grammar.lua. A name that both bear stands in neither list: then a pronoun decides.
local letters = require "letters"
local list = require("lexicon").list

local function each(text)
  local all = {}
  for char in pairs(letters.set(text)) do all[#all + 1] = char end
  table.sort(all)
  return all
end

local function with(all, more)
  for _, one in ipairs(more) do all[#all + 1] = one end
  return all
end

return {
  he_ends = with({ "哥", "爷", "叔", "伯", "老板" }, each "强伟刚勇虎龙彪军坤雄磊峰铁武毅恒浩杰涛斌鹏飞威豪昊驰熊"),
  she_ends = with({ "姐", "妹", "娘", "婆", "嫂", "姨" }, each "婷娜丽芳雪琴瑶薇月晴露萱妍婉柔莺燕梅兰菊蓉霜蝶倩娟秀琳珊莎媛嫣姝莲娇黛棠糖雅岚淑颖惠慧璃莉芸茜芷"),
  he = list [[Aaron Adam Adrian Alan Albert Aldric Aldo Alfred Andre Andrew Anton Anthony Archer Arthur August Axel Barnaby Bart Ben Benjamin Bernard Bjorn Boris Bram Brandon Brian Bruno Caleb Carl
    Carlos Cedric Charles Chester Clark Clint Colin Conrad Curtis Cyrus Damon Daniel Dante Darius David Declan Derek Desmond Diego Dmitri Dominic Donovan Douglas Duncan Dustin Earl Edgar Edmund
    Eduardo Edward Edwin Eli Elias Elijah Emil Enzo Eric Erik Ernest Ethan Eugene Ezra Felix Fergus Fernando Finn Francisco Frank Franz Fred Frederick Garrick Garrett Gavin George Gerald Gideon
    Giovanni Glenn Gordon Graham Grant Gregor Gregory Gunnar Gus Gustav Hank Hans Harold Harry Hector Heinrich Henry Herbert Homer Horace Howard Hugh Hugo Ian Igor Isaac Ivan Jack Jacob Jake
    James Jared Jasper Jason Javier Jeff Jeremiah Jeremy Jerome Jim Joe Joel John Jonah Jonas Jonathan Jory Jose Joseph Joshua Juan Julian Julius Karl Keith Kenneth Kevin Klaus Kurt Lars Lawrence
    Leif Leo Leon Leonard Leopold Levi Liam Lionel Lorenzo Louis Lucas Lucien Luis Luka Luke Magnus Malcolm Marco Marcus Mario Mark Martin Marvin Matthew Matthias Maurice Max Maxim Michael Miguel
    Mikhail Miles Milo Mitchell Moses Nathan Nathaniel Ned Neil Nicholas Nicolas Nigel Nikolai Nils Noah Norman Oleg Oliver Olaf Omar Orson Oscar Osric Oswald Oswin Otto Owen Pablo Patrick Paul
    Pedro Percy Peter Philip Pierre Rafael Ralph Ramon Raymond Reginald Rene Ricardo Richard Robert Rodrigo Roger Roland Roman Ronald Roy Rufus Rupert Russell Samuel Saul Sebastian Sergei
    Seth Silas Simon Solomon Stanley Stefan Stephen Steve Steven Sven Tad Ted Terrence Theo Theodore Thomas Thorin Tim Timothy Tobias Toby Todd Tom Tommy Tony Tristan Ulrich Vadim Victor Viktor
    Vincent Vladimir Walter Warren Wesley Wilhelm William Winston Wolfgang Xavier Yuri Zachary]],
  she = list [[Abigail Ada Adele Adelaide Agatha Agathe Agnes Alice Alicia Alina Amanda Amara Amelia Amy Ana Anastasia Andrea Angela Angelica Anika Anita Ann Anna Annabel Anne Annie April Aria Ariana Astrid
    Audrey Aurora Ava Barbara Beatrice Bella Bernadette Bertha Beth Betty Bianca Bonnie Brenda Bridget Brigid Camilla Carla Carmen Carol Caroline Cassandra Catherine Cecilia Celeste Celia Celine
    Charlotte Chloe Christina Clara Clarissa Claudia Clementine Colette Constance Cora Cordelia Cornelia Cynthia Daisy Daniela Daphne Deborah Delia Delilah Della Diana Dinah Dolores Dora Doris
    Dorothy Edith Edna Eileen Elaine Eleanor Elena Elise Eliza Elizabeth Ella Ellen Elsa Elsie Elspeth Emilia Emily Emma Erin Esme Esmeralda Estelle Esther Ethel Eva Eve Evelyn Faith Fatima Felicia
    Fiona Flora Florence Frances Freya Gabriela Gabrielle Genevieve Georgia Gertrude Gina Giselle Gloria Grace Greta Gretchen Gwen Hannah Harriet Hazel Heather Helen Helena Henrietta Hilda Ida
    Imogen Ingrid Irene Iris Irma Isabel Isabella Isadora Isaura Isla Isolde Ivy Jane Janet Jasmine Jennifer Jenny Jessica Joan Joanna Josephine Josie Joyce Judith Judy Julia Juliana Julie Juliet
    June Juno Karen Karin Kate Katerina Katherine Kathleen Katya Kira Lara Laura Lavinia Leah Leila Lena Leona Leonora Lila Lilian Lily Linda Lisa Livia Liz Lola Lorna Lottie Louise Lucia Lucille
    Lucinda Lucy Luna Lydia Mabel Madeleine Madison Mae Magda Maggie Mags Maisie Mara Marcella Margaret Margot Maria Marian Marianne Marie Marina Marion Marisol Marta Martha Mary Matilda Maud Maya
    Meg Megan Melanie Melissa Mercy Mia Mina Mirabel Miranda Mirelle Miriam Mollie Molly Monica Nadia Nancy Naomi Natalia Natalie Natasha Nell Nellie Nina Nora Octavia Odette Olga Olive Olivia
    Ophelia Patricia Paula Pauline Pearl Penelope Petra Philippa Phoebe Polly Priscilla Prudence Rachel Rebecca Regina Renata Rhoda Rita Rosa Rosalind Rose Rosemary Rosie Rowena Roxanne Ruby Ruth
    Sabina Sabrina Sally Samantha Sana Sandra Sara Sarah Selena Serena Sheila Sofia Sonia Sonya Sophia Sophie Stella Susan Susanna Sylvia Tabitha Tamara Tamsin Tanya Tara Tatiana Tess Tessa Thea
    Theresa Tilda Ursula Valentina Valeria Valerie Vanessa Vera Veronica Victoria Viola Violet Virginia Vivian Vivienne Wanda Wilhelmina Willa Winifred Yara Yelena Yvette Yvonne Zara Zelda Zoe]],
}
